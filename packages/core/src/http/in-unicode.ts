import { inUtf8, otherCharset } from './charset.ts';
import type { SenderResponse } from './wire.ts';

/** Returns a response whose text is in UTF-8. An unknown charset is an error. */
export const inUnicode = (response: SenderResponse): SenderResponse => {
  const { status, ok, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  const charset = otherCharset(type);
  if (charset === undefined || !body) return response;
  const text = new TextDecoderStream(charset) as ReadableWritablePair<string, Uint8Array>;
  const utf8 = (body as ReadableStream<Uint8Array>).pipeThrough(text).pipeThrough(new TextEncoderStream());
  const own = new Headers([...headers]);
  own.set('content-type', inUtf8(type));
  return { status, ok, headers: own, body: utf8 };
};
