/** What lets scripts of any origin read an answer. */
export const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

/** Has an answer say so. */
export const readable = (response: Response): Response => {
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
  return response;
};

/** Lets scripts of any origin send what they asked for. */
export const preflight = ({ headers }: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
