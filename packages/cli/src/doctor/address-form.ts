import type { BaseName } from '@platform-sdk/core';
import { urlVariable, VERSIONED, withoutSlashes } from '../environment/variables.ts';
import { problem, type Check } from './check.ts';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;
const VERSION = /\/v\d+$/;

/** Returns the origin and the path of a base URL, which can be printed because they contain no credentials. */
export const shownAddress = (address: string): string => {
  if (!URL.canParse(address)) return 'an address that cannot be read';
  const { origin, pathname, protocol, host } = new URL(address);
  return (origin === 'null' ? `${protocol}//${host}` : origin) + (pathname === '/' ? '' : pathname);
};

/** Returns the URL without slashes at its end, or a check that describes what is wrong with its form. */
export const checkAddressForm = (base: BaseName, address: string): string | Check => {
  const fault = faultOf(base, address);
  if (fault) return problem(`${base} address`, `${urlVariable(base)}, ${shownAddress(address)}`, ...fault);
  const { origin, pathname } = new URL(address);
  return origin + withoutSlashes(pathname);
};

const faultOf = (base: BaseName, address: string): readonly [string, string] | undefined => {
  if (!URL.canParse(address)) return ['it is no URL', 'Begin it with https://.'];
  const { protocol, hostname, username, password, search, hash, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return [`its scheme is ${protocol.slice(0, -1)}`, 'Begin it with https://.'];
  if (username !== '' || password !== '') return ['it holds a name or a password', 'Remove it: credentials have variables of their own.'];
  if (search !== '' || hash !== '') return ['it has a query or a fragment', 'End it with its path.'];
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    return ['it is http, and not of this machine', 'Use https: anybody on the way could read the credentials.'];
  const path = withoutSlashes(pathname);
  if (VERSIONED.includes(base)) return VERSION.test(path) ? undefined : ['it has no version at its end', 'Add the version, such as /v1.'];
  const own = base === 'converter' ? /\/api$/ : base === 'analytics' ? /\/api(?:\/public)?$/ : VERSION;
  const [end] = own.exec(path) ?? [];
  return end === undefined ? undefined : [`it ends in ${end}, which the paths of the service bring along`, `Remove ${end}.`];
};
