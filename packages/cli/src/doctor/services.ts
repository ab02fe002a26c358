import type { BaseName } from '@platform-sdk/core';
import { problem, ok, warning, type Check } from './check.ts';
import { shownAddress } from './address-form.ts';
import { isFailure, meaningOf, probe, type ProbeRequest, type ProbeResponse } from './http-probe.ts';

/** A request that changes nothing, with its path. */
export type Knock = ProbeRequest & { readonly path: string };

/** A request without credentials for each service. Its status shows that the service is reachable. */
export const KNOCKS: Readonly<Record<BaseName, Knock>> = {
  auth: { path: '/oauth/token/info' },
  organizations: { path: '/organizations' },
  wallets: { path: '/wallets' },
  analytics: { path: '/api/public/traces' },
  memory: { path: '/health' },
  // Services reject the POST requests, because required fields are missing.
  gateway: { method: 'POST', path: '/chat/completions', body: '{}' },
  upload: { method: 'POST', path: '/v1/upload', body: '{}' },
  search: { method: 'POST', path: '/v1/search', body: '{}' },
  converter: { path: '/api/health' },
};

/** The result for a URL, and the response if the service is reachable. */
export interface Knocked {
  readonly check: Check;
  readonly response?: ProbeResponse;
}

/** Checks whether a service is reachable at its URL: host name, connection, certificate, path and redirects. */
export const knock = async (base: BaseName, url: string, timeoutMs: number): Promise<Knocked> => {
  const { path, ...request } = KNOCKS[base];
  const result = await probe(url + path, request, timeoutMs);
  const place = [`${base} address`, `${request.method ?? 'GET'} ${shownAddress(url + path)}`] as const;
  if (isFailure(result)) return { check: problem(...place, ...meaningOf(result.code)) };
  const fault = faultOf(result, url);
  // The service does not count as reachable: the URL is wrong, another server responded, or the service fails.
  if (fault) return { check: problem(...place, ...fault) };
  return { check: ok(...place, `${result.status} in ${result.ms} ms`), response: result };
};

const faultOf = ({ status, headers, text }: ProbeResponse, url: string): readonly [string, string] | undefined => {
  if (status >= 300 && status < 400) {
    const target =
      headers.location !== undefined && URL.canParse(headers.location, url) ? new URL(headers.location, url).origin : 'nowhere';
    const isSame = target === new URL(url).origin;
    return [
      `${status}, a redirect to ${target}`,
      isSame ? 'Use the address that it leads to.' : 'Use the address of the service, not of a page or a login in front of it.',
    ];
  }
  if (/^\s*<(?:!doctype|html)/i.test(text))
    return [`${status}, an HTML page`, 'Use the address of the service: this is a page or a proxy.'];
  if (status === 404)
    return ['404: the service is not at this path', 'Check the path, its version, and that the address is of this service.'];
  if (status === 407) return ['407: a proxy wants credentials', 'Pass httpAgent with the credentials of the proxy.'];
  if (status >= 500) return [`${status}: the service or a proxy in front of it fails`, 'Try again, and look at the status of the service.'];
  return undefined;
};

const MAX_SKEW_MS = 60_000;

/** Compares the clock of a service with the local clock. Ignores cached responses. */
export const checkClock = (base: BaseName, { headers }: ProbeResponse, now: () => number): Check[] => {
  const { date, age } = headers;
  const serverMs = date === undefined || age !== undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return [];
  const skewMs = now() - serverMs;
  const tried = `the Date of ${base}`;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return [ok('clock', tried, `${seconds} s apart`)];
  const came = `this machine is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}`;
  return [warning('clock', tried, came, 'Set the clock of this machine: signed addresses and certificates depend on it.')];
};
