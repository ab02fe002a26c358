/** The charset declaration in the first bytes of a page. */
const META = /<meta[^<>]+charset\s*=\s*(?:["']\s*)?([\w:-]+)/i;
const META_BYTES = 1024;

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const decoderOf = (label: string | undefined): TextDecoder | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
};

/** Decodes a page. As in browsers, the encoding comes from the byte order mark, the header, or the declaration in the page, in this order. */
export const decodePage = (bytes: Uint8Array, header: string | undefined): string => {
  const mark = MARKS.find(([, signs]) => signs.every((sign, index) => bytes[index] === sign))?.[0];
  const decoder = decoderOf(mark) ?? decoderOf(header);
  if (decoder) return decoder.decode(bytes);
  const [, said] = META.exec(new TextDecoder('windows-1252').decode(bytes.subarray(0, META_BYTES))) ?? [];
  // The declaration was read as single bytes, so the encoding cannot be UTF-16.
  const meant = decoderOf(said);
  if (meant && !meant.encoding.startsWith('utf-16')) return meant.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Returns a string as one line, without control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
