/** Converts the response to GET to the response to HEAD, with the same `content-length` but without the body. */
export const withoutBody = async (response: Response): Promise<Response> => {
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  if (body && !headers.has('content-length')) headers.set('content-length', String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, statusText, headers });
};
