import { chunksOf } from '../../../requests/chunks-of.ts';
import { PAGE_HEADERS, type PageResponse } from './types.ts';

/** Requests a page with `fetch`, which resolves host names itself. */
export const openWith = async (fetch: typeof globalThis.fetch, url: URL, signal: AbortSignal): Promise<PageResponse> => {
  const { status, headers, body } = await fetch(url, { redirect: 'manual', signal, headers: PAGE_HEADERS });
  return { status, headers, body: chunksOf(body), cancel: () => void body?.cancel().catch(() => undefined) };
};
