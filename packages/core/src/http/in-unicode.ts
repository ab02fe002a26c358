import type { SenderResponse } from './wire.ts';

/** Returns a response whose text is in UTF-8. Text in an unknown charset is read as UTF-8, the charset of JSON. */
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

/**
 * Returns the declared charset of JSON or plain text, if it is not UTF-8. Event streams are UTF-8 by definition, and the bytes of other
 * types, such as CSV and JSON Lines, are not converted.
 */
export const otherCharset = (type: string): string | undefined => {
  const label = /;\s*charset\s*=\s*"?([^\s"',;]+)/i.exec(type)?.[1];
  // Servers that declare ASCII often send UTF-8.
  return label === undefined || !/[/+]json\b|^text\/plain/i.test(type) || /^(?:utf-?8|us-ascii)$/i.test(label) ? undefined : label;
};

/** Returns the media type with the charset UTF-8. */
export const inUtf8 = (type: string): string => type.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;]*)/gi, '; charset=utf-8');
