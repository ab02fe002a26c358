/** The exchanges of one example, as they went over the wire. */
import { STATUS_CODES } from 'node:http';

/** One message of an exchange. */
export interface Message {
  /** The request line, or the status. */
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface Exchange {
  readonly operation: string;
  readonly request: Message;
  readonly response: Message;
}

/** The exchanges whose bodies are being read. A stream may still be open when the example ends. */
const exchanges: Promise<Exchange>[] = [];

/** Records an exchange. Returns the response, whose body can still be read. */
export const record = (operation: string, request: Request, response: Response): Response => {
  const { method } = request;
  const { host, pathname, search } = new URL(request.url);
  const copy = response.clone();
  const exchange = async (): Promise<Exchange> => ({
    operation,
    request: await message(`${method} ${pathname}${search} HTTP/1.1`, request, [['host', host]]),
    response: await message(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(), copy),
  });
  exchanges.push(exchange());
  return response;
};

/** Returns the exchanges since the last call. */
export const takeExchanges = (): Promise<Exchange[]> => Promise.all(exchanges.splice(0));

const message = async (line: string, source: Request | Response, more: Message['headers'] = []): Promise<Message> => ({
  line,
  headers: [...more, ...source.headers],
  contentType: source.headers.get('content-type') ?? '',
  body: await bytesOf(source),
});

/** Returns the bytes of a body. If the body breaks or is cancelled, returns the bytes so far. */
const bytesOf = async ({ body }: Request | Response): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of body ?? []) parts.push(part);
  } catch {
    // The rest of the body never arrives.
  }
  return Buffer.concat(parts);
};
