import { inputError } from '../diagnostics/errors.ts';
import { isSafe } from '../http/safe-address.ts';
import type { BaseName } from '../operation/names.ts';
import { checkText } from './check-input.ts';
import type { Context } from './records.ts';

/** Returns the checked base URL of a service. Default for wallets: the base URL of organizations. */
export const baseUrlOf = (service: BaseName, operation: string, { options, bases }: Context): string => {
  const known = bases.get(service);
  if (known !== undefined) return known;
  const field = `baseUrls.${service}`;
  const { baseUrls } = options;
  const base = baseUrls?.[service] ?? (service === 'wallets' ? baseUrls?.organizations : undefined);
  if (base) checkText(field, base);
  const address = base && plainAddress(base);
  if (!address || wrongEnd(service, address) !== undefined) {
    throw inputError(baseUrlProblem(operation, service, base), field, operation);
  }
  bases.set(service, address);
  return address;
};

/** Returns a base URL without trailing slashes; undefined if it is not private, or contains a query, a fragment or a user. */
const plainAddress = (base: string): string | undefined => {
  const url = URL.canParse(base) && new URL(base);
  if (!url || !isSafe(url) || url.href !== url.origin + url.pathname) return undefined;
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return url.origin + path;
};

/** Services whose base URL ends in a version. */
const VERSIONED = /^(?:auth|org|wal|gat)/;
const VERSION = /\/v\d+$/;

/**
 * Returns the part to remove from the end of a base URL; an empty string if a version must be added. Returns undefined if the end is
 * correct. Analytics is served with and without a version.
 */
const wrongEnd = (service: BaseName, address: string): string | undefined => {
  // The host may look like a version.
  const { pathname } = new URL(address);
  if (VERSIONED.test(service)) return VERSION.test(pathname) ? undefined : '';
  const own = service === 'converter' ? /\/api$/ : service === 'analytics' ? /\/api(?:\/public)?$/ : VERSION;
  return own.exec(pathname)?.[0];
};

/** Describes an invalid base URL. */
const baseUrlProblem = (operation: string, service: BaseName, base: string | undefined): string => {
  const field = `baseUrls.${service}`;
  if (!base) {
    const example = `https://${service}.example.com${VERSIONED.test(service) ? '/v1' : ''}`;
    const where = 'in the options of createPlatform or of the client';
    return `${operation} needs ${field}: set baseUrls: { ${service}: '${example}' } ${where}`;
  }
  const address = plainAddress(base);
  if (address === undefined) return `${field} ${addressProblem(base)}`;
  const end = wrongEnd(service, address);
  return end
    ? `${field} must not end in ${end}, which the paths of the service contain: remove it`
    : `${field} must end in a version such as /v1: add it`;
};

/** The base URL itself is not part of the message: it may contain a password. */
const addressProblem = (base: string): string => {
  const { protocol } = URL.canParse(base) ? new URL(base) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) return 'must be an address that begins with https://, such as https://api.example.com/v1';
  return protocol === 'http:' && !/[@?#]/.test(base)
    ? 'must begin with https://: plain http is for this machine only, such as http://127.0.0.1:4010'
    : 'must be an address without a user, a password, a query and a fragment';
};
