/** The control characters of ASCII in some bytes, apart from DEL: none, only those of plain lines, or others as well. */
export type Controls = 'none' | 'lines' | 'others';

const [SPACE, TAB, LINE_FEED] = [0x20, 9, 10];
/** A check of fewer bytes costs more than the search that it saves. */
const FEW = 64;

/** Finds the control characters in some bytes of UTF-8, four bytes at a time: a pattern over their text takes five times as long. */
export const controlsIn = (bytes: Uint8Array): Controls => {
  const { buffer, byteOffset, length } = bytes;
  if (length < FEW) return 'others';
  let found: Controls = 'none';
  /** Returns false for a character that plain lines do not have. */
  const check = (from: number, to: number): boolean => {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte >= SPACE) continue;
      if (byte !== LINE_FEED && byte !== TAB) return false;
      found = 'lines';
    }
    return true;
  };
  const first = -byteOffset & 3;
  const words = new Int32Array(buffer, byteOffset + first, (length - first) >> 2);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    // Sets the highest bit of a byte below the space. A borrow may set others too.
    if ((word - 0x20202020) & ~word & 0x80808080 && !check(first + 4 * at, first + 4 * at + 4)) return 'others';
  }
  return check(0, first) && check(first + 4 * words.length, length) ? found : 'others';
};
