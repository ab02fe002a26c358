const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns whether nobody on the way can read what is sent to an address: by https, or on this machine. */
export const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
