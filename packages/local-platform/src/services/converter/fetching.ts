import { openPage } from '#open-page';
import { isPlatformError } from '@platform-sdk/core';
import { SAMPLE_HOST, answerSampleSite } from '../../sample-site/index.ts';
import type { World } from '../../world/state.ts';
import { fail } from './failure.ts';
import { hostRules, type HostRules } from './hosts.ts';
import { openWith } from './open-page/fetched.ts';
import { ADDRESS_REJECTED, type PageResponse } from './open-page/types.ts';

export interface Fetched {
  /** The final URL, after redirects. */
  readonly url: URL;
  /** The media type, without parameters. */
  readonly type: string;
  /** The charset of the `content-type` header. */
  readonly charset: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False for an error status. Error pages are converted too, because a browser shows them like other pages. */
  readonly isOk: boolean;
}

const MAX_HOPS = 5;
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const HOW_TO_ALLOW = 'with --fetch-host, or in the option converter.allowedHosts';

/** Downloads a file from an allowed host. Redirects must lead to allowed hosts too. */
export const fetchFrom = async (world: World, address: string, signal: AbortSignal, onRequest: (url: string) => void): Promise<Fetched> => {
  const rules = hostRules(world.settings.converter);
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    // The message omits the user name and password, because they may be secret.
    if (url.username + url.password !== '') fail('VALIDATION_ERROR', `The address at ${url.hostname} contains a user name or a password.`);
    if (!rules.isAllowed(url)) fail('VALIDATION_ERROR', `The host ${url.hostname} is not allowed. Allow it ${HOW_TO_ALLOW}.`);
    signal.throwIfAborted();
    onRequest(url.href);
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const response = await answerOf(world, url, rules, signal, limit);
    const { status, headers } = response;
    const isOk = status >= 200 && status < 300;
    const location = headers.get('location');
    if (status >= 300 && status < 400 && location !== null) {
      response.cancel();
      if (!URL.canParse(location, url)) fail('BROWSER_ERROR', `${url.href} redirects to an invalid address.`);
      url = new URL(location, url);
      continue;
    }
    const [type = '', ...parameters] = (headers.get('content-type') ?? '')
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const charset = parameters
      .find((parameter) => parameter.startsWith('charset='))
      ?.slice(8)
      .replaceAll('"', '');
    const bytes = await bytesOf(response, url, signal, limit);
    if (!isOk && bytes.length === 0) fail('BROWSER_ERROR', `${url.href} responded with ${status}.`);
    return { url, type, charset, bytes, isOk };
  }
  return fail('BROWSER_ERROR', `${address} redirects too often.`);
};

const answerOf = async (
  { settings }: World,
  url: URL,
  rules: HostRules,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<PageResponse> => {
  const { fetch } = settings.converter;
  const ends = AbortSignal.any([signal, limit]);
  try {
    if (url.hostname === SAMPLE_HOST) return await openWith(async () => answerSampleSite(url.href), url, ends);
    if (fetch) return await openWith(fetch, url, ends);
    return await openPage(url, { signal: ends, mayConnect: (found) => rules.mayConnect(url.hostname, found) });
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return fail('TIMEOUT', `${url.href} did not respond in time.`);
    if ((error as { readonly code?: unknown }).code === ADDRESS_REJECTED)
      return fail(
        'VALIDATION_ERROR',
        `The host ${url.hostname} leads to an address that is not public. Allow the address itself, ${HOW_TO_ALLOW}.`,
      );
    return fail('BROWSER_ERROR', `${url.href} could not be reached.`);
  }
};

const bytesOf = async (
  { body }: PageResponse,
  { href }: URL,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      if ((size += part.byteLength) > MAX_BYTES) fail('BROWSER_ERROR', `${href} is longer than ${MAX_BYTES} bytes.`);
      parts.push(part as Uint8Array<ArrayBuffer>);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (isPlatformError(error)) throw error;
    if (limit.aborted) fail('TIMEOUT', `${href} did not end in time.`);
    fail('BROWSER_ERROR', `${href} broke off.`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};
