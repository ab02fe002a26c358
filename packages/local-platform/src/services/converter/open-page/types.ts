/** The response to a request for a page. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection of an unread body. */
  readonly cancel: () => void;
}

/** Requests a page; a redirect is not followed. */
export type OpenPage = (
  url: URL,
  options: {
    readonly signal: AbortSignal;
    /** Decides about each address of the host before connecting to it. Only Node knows the addresses. */
    readonly mayConnect: (address: string) => boolean;
  },
) => Promise<PageResponse>;

/** The code of an error when a host has no address that may be connected to. */
export const ADDRESS_REJECTED = 'ADDRESS_REJECTED';

export const PAGE_HEADERS = { accept: 'text/html, */*;q=0.5' };
