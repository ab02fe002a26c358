import { reasonOf } from '../errors/reason-phrases.ts';

type CorsHeaders = Readonly<Record<string, string>>;

/** Exposes these response headers by name, because `*` does not work for requests with credentials. */
export const exposed = (names: Iterable<string>): CorsHeaders => ({ 'access-control-expose-headers': [...names].join(', ') });

/** Returns a copy of a response with CORS headers. The headers of the original may be immutable. */
export const readable = (response: Response, cors: CorsHeaders): Response => {
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  const added = { ...exposed(headers.keys()), ...cors };
  for (const [name, value] of Object.entries(added)) {
    const held = name === 'vary' ? (headers.get(name)?.split(', ') ?? []) : [];
    headers.set(name, [...new Set([...held, value])].join(', '));
  }
  return new Response(body, { status, statusText: statusText || reasonOf(status), headers });
};

/** Returns a response of the control API with the reason phrase of its status. */
export const withReason = ({ status, headers, body }: Response): Response =>
  new Response(body, { status, statusText: reasonOf(status), headers });

/** Returns whether a request is a preflight, or an OPTIONS request for the entire server (`*`). Services respond to other OPTIONS requests. */
export const isPreflight = ({ method, headers }: Request, target = '/'): boolean =>
  method === 'OPTIONS' && (headers.has('origin') || target === '*');

/** Returns the preflight response. The response allows the requested headers, and the methods of all services. */
export const preflight = ({ headers }: Request, cors: CorsHeaders): Response =>
  new Response(null, {
    status: 204,
    statusText: reasonOf(204),
    headers: {
      ...cors,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '600',
    },
  });
