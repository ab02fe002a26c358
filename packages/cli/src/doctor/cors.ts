import type { BaseName } from '@platform-sdk/core';
import { shownAddress } from './address-form.ts';
import { ok, problem, type Check } from './check.ts';
import { isFailure, meaningOf, probe, type ProbeResponse } from './http-probe.ts';
import { KNOCKS } from './services.ts';

/** The headers that the clients send from a page, by service. */
const HEADERS: Readonly<Record<BaseName, readonly string[]>> = {
  auth: ['api-key', 'authorization', 'content-type', 'x-trace-id'],
  organizations: ['api-key', 'authorization', 'content-type', 'x-trace-id'],
  wallets: ['api-key', 'authorization', 'content-type', 'x-trace-id'],
  analytics: ['api-key', 'authorization'],
  memory: ['authorization', 'content-type', 'x-trace-id'],
  gateway: ['authorization', 'content-type'],
  upload: ['authorization'],
  search: ['x-agent-secret-token', 'x-agent-user-id', 'content-type'],
  converter: ['content-type'],
};

/** The methods that the clients send from a page, by service. For other services, only the method of `KNOCKS` is checked. */
const METHODS: Partial<Readonly<Record<BaseName, readonly string[]>>> = {
  organizations: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  memory: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
};

/** Sends the preflights that a browser would send. Returns the first failed check, or the successful check. */
export const checkCors = async (base: BaseName, url: string, origin: string, timeoutMs: number): Promise<Check> => {
  const { path, method: own = 'GET' } = KNOCKS[base];
  const methods = METHODS[base] ?? [own];
  const place = [`${base} CORS`, `OPTIONS ${shownAddress(url + path)} from ${origin}`] as const;
  for (const method of methods) {
    const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': HEADERS[base].join(',') };
    const result = await probe(url + path, { method: 'OPTIONS', headers }, timeoutMs);
    const fault = isFailure(result) ? meaningOf(result.code) : faultOf(result, origin, method, HEADERS[base]);
    if (fault) return problem(...place, ...fault);
  }
  return ok(...place, `allowed, with ${HEADERS[base].join(', ')}`);
};

const faultOf = (
  { status, headers }: ProbeResponse,
  origin: string,
  method: string,
  names: readonly string[],
): readonly [string, string] | undefined => {
  const listIn = (name: string): string[] =>
    String(headers[name] ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase());
  if (status === 401 || status === 403)
    return [`${status} to the preflight`, 'Let the service accept OPTIONS without credentials, and allow this origin.'];
  if (status < 200 || status > 299) return [`${status} to the preflight`, 'Let the service respond to OPTIONS with 204.'];
  const [allowed = ''] = listIn('access-control-allow-origin');
  if (allowed === '') return ['no Access-Control-Allow-Origin', `Allow the origin ${origin}.`];
  if (allowed !== '*' && allowed !== origin.toLowerCase()) return ['another origin is allowed', `Allow the origin ${origin}.`];
  const allowedHeaders = listIn('access-control-allow-headers');
  // As in browsers, `*` does not include `Authorization`.
  const missing = names.filter((name) => !allowedHeaders.includes(name) && (!allowedHeaders.includes('*') || name === 'authorization'));
  if (missing.length > 0) return [`the headers ${missing.join(', ')} are not allowed`, 'Add them to Access-Control-Allow-Headers.'];
  const allowedMethods = listIn('access-control-allow-methods');
  const isSimple = method === 'GET' || method === 'POST';
  if (isSimple || allowedMethods.includes('*') || allowedMethods.includes(method.toLowerCase())) return undefined;
  return [`the method ${method} is not allowed`, 'Add it to Access-Control-Allow-Methods.'];
};
