export interface PageResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Call it if the body is not read. */
  readonly cancel: () => void;
}

/** Requests a page without following redirects. */
export type OpenPage = (
  url: URL,
  options: {
    readonly signal: AbortSignal;
    /** Returns whether the connection to a resolved address is allowed. Called only on Node: a browser hides resolved addresses. */
    readonly mayConnect: (address: string) => boolean;
  },
) => Promise<PageResponse>;

/** The error code if no address of a host is allowed. */
export const ADDRESS_REJECTED = 'ADDRESS_REJECTED';

export const PAGE_HEADERS = { accept: 'text/html, */*;q=0.5' };
