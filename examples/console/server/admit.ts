/** The maximum size of a request body. The limit exists because the server keeps the complete body in memory. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Returns the response to a failed request, which no cache may store. */
export const errorResponse = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message } }, { status, headers: { 'cache-control': 'no-store' } });

/** Returns false for requests of other sites' pages, even if their host name resolves to this machine. */
const isOwn = ({ headers }: Request, port: number): boolean => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const origin = headers.get('origin');
  const isOwnOrigin = origin === null ? headers.get('sec-fetch-site') !== 'cross-site' : hosts.some((host) => origin === `http://${host}`);
  return hosts.includes(headers.get('host') ?? '') && isOwnOrigin;
};

const isEncoded = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** Returns the bytes of a body. Returns undefined if the body is too long. */
const readWithin = async (request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
};

/** Returns the request with its complete body. If the server must not process the request, returns an error response. */
export const admit = async (request: Request, port: number): Promise<Request | Response> => {
  if (!isOwn(request, port)) return errorResponse(403, 'OTHER_SITE', 'Only pages of the console may use its server.');
  if (!isEncoded(new URL(request.url).pathname)) return errorResponse(400, 'INVALID_ADDRESS', 'The address is not encoded correctly.');
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  const body = await readWithin(request);
  if (!body) return errorResponse(413, 'BODY_TOO_LARGE', `A body must not exceed ${MAX_BODY_BYTES} bytes.`);
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, ...(body.length > 0 && { body }) });
};
