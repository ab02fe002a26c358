import { PAGE_HEADERS, type PageResponse } from './types.ts';

/** Requests a page with `fetch`, which resolves host names itself. */
export const openWith = async (fetch: typeof globalThis.fetch, url: URL, signal: AbortSignal): Promise<PageResponse> => {
  const { status, headers, body } = await fetch(url, { redirect: 'manual', signal, headers: PAGE_HEADERS });
  return { status, headers, body: chunksOf(body), cancel: () => void body?.cancel().catch(() => undefined) };
};

/** Yields the chunks of a body. Safari cannot iterate over streams itself. If the caller leaves its loop early, the body is cancelled. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, undefined> {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // If the cancellation fails, its error must not hide the reason for leaving the loop.
    await reader?.cancel().catch(() => undefined);
  }
}
