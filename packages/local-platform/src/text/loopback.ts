const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Returns whether a host is this machine. IPv6 addresses may be in brackets. */
export const isLoopback = (hostname: string): boolean =>
  LOOPBACK.test(hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname);
