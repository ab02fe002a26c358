import { inputError } from '../diagnostics/errors.ts';
import { isSafe } from '../http/safe-address.ts';
import type { BaseName } from '../operation/names.ts';
import { checkText } from './check-input.ts';
import type { Context } from './context.ts';

/** Returns the checked base address of a service. Default for wallets: the address of organizations. */
export const baseUrlOf = (name: BaseName, operation: string, { options, bases }: Context): string => {
  const known = bases.get(name);
  if (known !== undefined) return known;
  const field = `baseUrls.${name}`;
  const { baseUrls } = options;
  const base = baseUrls?.[name] ?? (name === 'wallets' ? baseUrls?.organizations : undefined);
  if (!base) {
    const example = `https://${name}.example.com${VERSIONED.test(name) ? '/v1' : ''}`;
    const where = 'in the options of createPlatform or of the client';
    throw inputError(`${operation} needs ${field}: set baseUrls: { ${name}: '${example}' } ${where}`, field, operation);
  }
  checkText(field, base);
  const url = URL.canParse(base) && new URL(base);
  if (!url || !isSafe(url) || url.href !== url.origin + url.pathname) {
    throw inputError(`${field} must be a plain https address (http only on this machine)`, field);
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const problem = endProblem(name, path);
  if (problem) throw inputError(`${field} ${problem}`, field);
  const address = url.origin + path;
  bases.set(name, address);
  return address;
};

/** Services whose address ends in a version. */
const VERSIONED = /^(?:auth|org|wal|gat)/;
const VERSION = /\/v\d+$/;

/** Returns the problem with the end of an address; the service's paths are relative to it. Analytics is served with a version and without one. */
const endProblem = (name: BaseName, path: string): string | undefined => {
  if (VERSIONED.test(name)) return VERSION.test(path) ? undefined : 'must end in a version such as /v1: add it';
  const own = name === 'converter' ? /\/api$/ : name === 'analytics' ? /\/api(?:\/public)?$/ : VERSION;
  const [end] = own.exec(path) ?? [];
  return end && `must not end in ${end}, which the paths of the service contain: remove it`;
};
