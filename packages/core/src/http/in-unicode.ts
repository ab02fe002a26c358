import { inUtf8, otherCharset } from './charset.ts';
import type { SenderResponse } from './wire.ts';

/** Returns a response whose text is in UTF-8. Text in an unknown charset counts as UTF-8, which is what JSON is. */
export const inUnicode = (response: SenderResponse): SenderResponse => {
  const { status, ok, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  const charset = otherCharset(type);
  if (charset === undefined || !body) return response;
  const text = decoderOf(charset);
  if (!text) return response;
  const utf8 = (body as ReadableStream<Uint8Array>).pipeThrough(text).pipeThrough(new TextEncoderStream());
  const own = new Headers([...headers]);
  own.set('content-type', inUtf8(type));
  own.delete('content-length');
  return { status, ok, headers: own, body: utf8 };
};

const decoderOf = (label: string): ReadableWritablePair<string, Uint8Array> | undefined => {
  try {
    return new TextDecoderStream(label) as ReadableWritablePair<string, Uint8Array>;
  } catch {
    return undefined;
  }
};
