const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns true if requests to a URL cannot be read on their way: by https, or to this machine. */
export const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
