import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ResponseHeaders, SenderResponse } from '../../wire.ts';
import { bodyOf } from './body.ts';
import { decode } from './decode.ts';

/** Turns a response of Node into a `SenderResponse`. */
export const toSenderResponse = (incoming: IncomingMessage): SenderResponse => {
  const { statusCode: status = 0 } = incoming;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) incoming.resume();
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new IncomingHeaders(incoming),
    body: isEmpty ? null : bodyOf(decode(incoming), incoming),
  };
};

/** Reads the headers when they are asked for. Object literals with iterators would take a tenth of a call's time. */
class IncomingHeaders implements ResponseHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor({ headers }: IncomingMessage) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#headers, key) ? this.#headers[key] : undefined;
    return value === undefined ? null : String(value);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [name, value = []] of Object.entries(this.#headers)) {
      for (const each of typeof value === 'string' ? [value] : value) yield [name, each];
    }
  }
}
