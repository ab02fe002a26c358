import type { CallOptions, PlatformOptions } from '../operation/options.ts';

/** Headers that change no response. */
const HARMLESS = /^(?:x-(?:trace|request|correlation)-id|traceparent|tracestate|user-agent)$/;

/** Returns a key of credentials and headers that contains none of them. It is empty without any, and undefined if the page lacks digests. */
export const identityKey = async (
  credentials: readonly PlatformOptions[],
  headers: CallOptions['headers'],
): Promise<string | undefined> => {
  const found = credentials.filter((values) => Object.keys(values).length > 0);
  const named = Object.entries(headers ?? {})
    .map(([header, value]) => [header.toLowerCase(), value])
    .filter(([header = '']) => !HARMLESS.test(header))
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return found.length + named.length === 0 ? '' : digest(JSON.stringify([found, named]));
};

const digest = async (text: string): Promise<string | undefined> => {
  // Pages of unsafe origins lack it.
  if (!('subtle' in crypto)) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};
