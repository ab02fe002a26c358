const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns whether requests to an address are private on their way: https, or this machine. */
export const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
