import type { PlatformOptions } from '@platform-sdk/core';

type Members = Record<string, unknown>;

/** A response that a change may alter. */
export interface Changeable {
  document: Members;
  status: number;
  readonly headers: Headers;
  /** Replaces the body. */
  text?: string;
}

/** Returns the members of an object in a document. */
export const within = (value: unknown): Members => value as Members;

/** Returns the objects of a list in a document. */
export const each = (value: unknown): Members[] => (value ?? []) as Members[];

/** A difference from the API specification, and the finding that reports it. */
export interface Change {
  readonly operation: string;
  readonly kind: string;
  readonly where: string;
  /** The name that the deployment uses instead. */
  readonly name?: string;
  readonly method?: string;
  readonly path?: RegExp;
  readonly alter?: (response: Changeable) => void;
}

/** Wraps the `fetch` of a platform, so that its responses are changed. */
export const changed =
  (fetch: NonNullable<PlatformOptions['fetch']>, changes: readonly Change[]): NonNullable<PlatformOptions['fetch']> =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const method = request.method;
    const response = await fetch(request);
    const matching = changes.filter(({ alter, path, method: wanted = 'GET' }) => alter && wanted === method && path?.test(pathname));
    // The client retries a call that is rejected during a refresh, with the new token.
    if (response.status === 401 || matching.length === 0 || !response.headers.get('content-type')?.includes('json')) return response;
    const text = await response.text();
    const changeable: Changeable = {
      document: JSON.parse(text) as Members,
      status: response.status,
      headers: new Headers(response.headers),
    };
    for (const { alter } of matching) alter?.(changeable);
    changeable.headers.delete('content-length');
    return new Response(changeable.text ?? JSON.stringify(changeable.document), { status: changeable.status, headers: changeable.headers });
  };
