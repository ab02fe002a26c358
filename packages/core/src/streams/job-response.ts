import type { BodyReader, SenderResponse } from '../http/wire.ts';
import { isPadding } from './terminal-codes.ts';

/** The response of a job. It counts the received bytes of its body. */
export interface JobResponse {
  readonly response: SenderResponse;
  /** Returns true if all declared bytes have arrived, or if the headers declare no length. */
  isWhole(): boolean;
}

const CODED = /[^\s,]/;

/** Returns the declared length of a response, in bytes of its decoded body. It is infinite for an encoded body, whose decoded length is unknown. */
const lengthOf = ({ headers }: SenderResponse): number | undefined => {
  const text = headers.get('content-length') ?? '';
  if (!/^\d+$/.test(text)) return undefined;
  return CODED.test((headers.get('content-encoding') ?? '').replace(/identity/gi, '')) ? Infinity : Number(text);
};

/** Longer pieces are no keep-alives. */
const MAX_PADDING = 1024;

const isKeepAlive = (bytes: Uint8Array): boolean => bytes.length <= MAX_PADDING && isPadding(new TextDecoder().decode(bytes));

const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};

/**
 * Watches the body of a job's response. Padding after a final JSON is held back until other text follows, so that keep-alives count as
 * silence. An end before the declared length is a broken connection.
 */
export const watchResponse = (response: SenderResponse, isFinal: () => boolean): JobResponse => {
  const length = lengthOf(response);
  const { body, status, ok, headers } = response;
  let received = 0;
  let held: Uint8Array[] = [];
  const isWhole = (): boolean => length === undefined || received >= length;

  const watchReader = (reader: BodyReader): BodyReader => ({
    async read() {
      for (;;) {
        const { done, value } = await reader.read();
        received += value?.length ?? 0;
        if (done && length !== Infinity && !isWhole()) throw new Error('The body is shorter than its Content-Length');
        if (value) held.push(value);
        if (!done && isFinal() && isKeepAlive(value)) continue;
        const bytes = held.length === 1 ? held[0] : join(held);
        held = [];
        return done ? { done, value: bytes } : { done, value: bytes as Uint8Array };
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });

  return {
    response: {
      status,
      ok,
      headers,
      body: body && { locked: body.locked, getReader: () => watchReader(body.getReader()), cancel: () => body.cancel() },
    },
    isWhole,
  };
};
