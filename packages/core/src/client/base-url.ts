import { PlatformError } from '../diagnostics/errors.ts';
import { isSafe } from '../http/safe-address.ts';
import type { BaseName } from '../operation/names.ts';
import { checkText } from './check-input.ts';
import type { Context } from './context.ts';

/** The base address of a service that cannot be used. It is put into words for the caller's error. */
export interface RefusedBase {
  readonly service: BaseName;
  /** Undefined if it is missing. */
  readonly base: string | undefined;
}

/** Returns the checked base address of a service. Default for wallets: the address of organizations. */
export const baseUrlOf = (service: BaseName, operation: string, { options, bases }: Context): string => {
  const known = bases.get(service);
  if (known !== undefined) return known;
  const field = `baseUrls.${service}`;
  const { baseUrls } = options;
  const base = baseUrls?.[service] ?? (service === 'wallets' ? baseUrls?.organizations : undefined);
  if (base) checkText(field, base);
  const address = base && plainAddress(base);
  if (!address || wrongEnd(service, address) !== undefined) {
    const refused: RefusedBase = { service, base };
    throw new PlatformError('invalid-input', '', { field, operation, outcome: 'not-sent' }, { cause: refused });
  }
  bases.set(service, address);
  return address;
};

/** Returns an address without slashes at its end; undefined if it is not private, or has a query, a fragment or a user. */
export const plainAddress = (base: string): string | undefined => {
  const url = URL.canParse(base) && new URL(base);
  if (!url || !isSafe(url) || url.href !== url.origin + url.pathname) return undefined;
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return url.origin + path;
};

/** Services whose address ends in a version. */
export const VERSIONED = /^(?:auth|org|wal|gat)/;
const VERSION = /\/v\d+$/;

/**
 * Returns the end of an address that is wrong, or an empty string if a version is missing; undefined for a right end. The service's paths
 * are relative to it. Analytics is served with a version and without one.
 */
export const wrongEnd = (service: BaseName, address: string): string | undefined => {
  // The host may look like a version.
  const { pathname } = new URL(address);
  if (VERSIONED.test(service)) return VERSION.test(pathname) ? undefined : '';
  const own = service === 'converter' ? /\/api$/ : service === 'analytics' ? /\/api(?:\/public)?$/ : VERSION;
  return own.exec(pathname)?.[0];
};
