import { inputError } from '../diagnostics/errors.ts';
import { isSafe } from '../http/safe-address.ts';
import type { BaseName } from '../operation/names.ts';
import type { Context } from './context.ts';
import { needed } from './credentials.ts';

/** The base address of a service, checked; wallets are served with the organizations unless configured. */
export const baseUrlOf = (name: BaseName, operation: string, { options: { baseUrls = {} }, bases }: Context): string => {
  const known = bases.get(name);
  if (known !== undefined) return known;
  const field = `baseUrls.${name}`;
  const base = needed(baseUrls[name] ?? (name === 'wallets' ? baseUrls.organizations : undefined), field, operation);
  const url = URL.canParse(base) && new URL(base);
  if (!url || !isSafe(url) || url.href !== url.origin + url.pathname) {
    throw inputError(`${field} must be a plain https address (http only on this machine)`, field);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/^(?:auth|org|wal)/.test(name) && !/\/v\d+$/.test(path)) throw inputError(`${field} must end in a version such as /v1`, field);
  const address = url.origin + path;
  bases.set(name, address);
  return address;
};
