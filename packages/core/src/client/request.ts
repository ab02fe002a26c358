import { inputError } from '../diagnostics/errors.ts';
import { isSafe } from '../http/redirects.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation, BodyForm } from '../operation/operation.ts';
import { rename, type Renames } from '../schema/wire-names.ts';
import { checkText } from './check-input.ts';
import type { Context, Parts } from './records.ts';

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

/** Returns a base URL without trailing slashes. Returns undefined if the URL is insecure, or contains a query, a fragment or a user. */
const plainAddress = (base: string): string | undefined => {
  const url = URL.canParse(base) && new URL(base);
  if (!url || !isSafe(url) || url.href !== url.origin + url.pathname) return undefined;
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return url.origin + path;
};

/** Matches services whose base URL ends in a version. */
const VERSIONED = /^(?:auth|org|wal|gat)/;
const VERSION = /\/v\d+$/;

/**
 * Returns the part to remove from the end of a base URL; an empty string if a version must be added. Returns undefined if the end is
 * correct. Analytics is served with and without a version.
 */
const wrongEnd = (service: BaseName, address: string): string | undefined => {
  // Only the path is checked, because the host may look like a version.
  const { pathname } = new URL(address);
  if (VERSIONED.test(service)) return VERSION.test(pathname) ? undefined : '';
  const own = service === 'converter' ? /\/api$/ : service === 'analytics' ? /\/api(?:\/public)?$/ : VERSION;
  return own.exec(pathname)?.[0];
};

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

/** Returns the problem of a base URL. The message does not contain the URL, which may contain a password. */
const addressProblem = (base: string): string => {
  const { protocol } = URL.canParse(base) ? new URL(base) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) return 'must be an address that begins with https://, such as https://api.example.com/v1';
  return protocol === 'http:' && !/[@?#]/.test(base)
    ? 'must begin with https://: plain http is for this machine only, such as http://127.0.0.1:4010'
    : 'must be an address without a user, a password, a query and a fragment';
};

type Members = Record<string, unknown>;

/** Matches an id that needs no encoding in a URL. */
const PLAIN = /^[\w-]+$/;
const CLIMBS = /^(\.|%2e){0,2}$/i;
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Encodes one path parameter. Throws for an empty value, `.`, `..`, control characters and lone surrogates. */
const segment = (name: string, value: unknown): string => {
  const id = String(value);
  if (PLAIN.test(id)) return id;
  try {
    if (!CLIMBS.test(id) && !CONTROL.test(id)) return encodeURIComponent(id);
  } catch {
    // A lone surrogate cannot be encoded.
  }
  throw inputError(`${name} cannot be ${JSON.stringify(id)}`, name);
};

const fillPath = (template: string, input: Members): string =>
  partsOf(template).reduce((path, part, index) => path + (index % 2 ? segment(part, input[part]) : part));

/** Splits a template into literal strings and, at odd positions, the names of its parameters. */
const partsOf = (template: string): string[] => template.split(/[{}]/);

/** Returns the paths whose cached responses a call invalidates. A path is left out if the input lacks its parameter. */
export const outdatedPaths = ({ invalidates = [] }: AnyOperation, input: Members): string[] =>
  invalidates.filter((path) => partsOf(path).every((part, index) => !(index % 2) || input[part])).map((path) => fillPath(path, input));

/** Splits one flat input into path, query and body. */
export const toParts = (operation: AnyOperation, input: Members, names?: Renames): Parts => {
  const { method, path: template } = operation;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query: Members = {};
  const fields: Members = {};
  for (const name of Object.keys(input)) {
    if (template.includes(`{${name}}`)) continue;
    if (hasBody && !operation.query?.includes(name)) fields[name] = input[name];
    else query[name] = input[name];
  }
  const parts = { path: fillPath(template, input), query: queryString(query, names) };
  if (!hasBody || (!operation.body && Object.keys(fields).length === 0)) return parts;
  const body = operation.body ? formed(operation.body, fields, input) : fields;
  return { ...parts, body: names ? rename(body, names, 'wire') : body };
};

/** Returns a query with its question mark, or an empty string. Lists become comma-separated values. */
export const queryString = (fields: Members, renames: Renames = {}): string => {
  const entries = Object.entries(fields);
  if (entries.length === 0) return '';
  const query = new URLSearchParams();
  for (const [field, value] of entries) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!parts.every((part) => typeof part === 'string' || typeof part === 'boolean' || Number.isFinite(part))) {
      throw inputError(`${field} must be a string, a number or a boolean, as it is sent in the query`, field);
    }
    const text = parts.join();
    checkText(field, field + text);
    query.append(renames[field] ?? field, text);
  }
  return query.size > 0 ? `?${query.toString()}` : '';
};

const formed = ({ at, type, id }: BodyForm, fields: Members, input: Members): unknown => {
  const inner = at.length > 1 ? { ...(id && { id: input[id] }), ...(type && { type }) } : {};
  return at.reduceRight<Members>((value, name, depth) => ({ ...(depth === 1 && inner), [name]: value }), fields);
};
