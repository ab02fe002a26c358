/** What lets scripts of any origin read an answer. */
export const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

/** Lets scripts of any origin read an answer, whose own headers may not be changed. */
export const readable = (response: Response): Response => {
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
};

/** Lets scripts of any origin send what they asked for. */
export const preflight = ({ headers }: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
