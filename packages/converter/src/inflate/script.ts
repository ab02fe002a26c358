/** Inflates in JavaScript (RFC 1951), for runtimes without zlib and `DecompressionStream`, such as Next's edge runtime. */

/** The minimum length of a piece of output, in bytes. `WINDOW` is the maximum distance of a back-reference. */
const PIECE = 64 * 1024;
const WINDOW = 32 * 1024;
const MAX_MATCH = 258;
const MAX_BITS = 15;

const LENGTH_CODES = 29;
const DISTANCE_CODES = 30;
/** The order of the lengths of the code-length codes (RFC 1951). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A canonical code: the number of symbols of each length, and the symbols in order. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

interface Bits {
  /** Takes `count` bits, the lowest first. */
  readonly take: (count: number) => number;
  /** Takes whole bytes, from the next byte boundary. */
  readonly takeBytes: (count: number) => Uint8Array;
  readonly isAtEnd: () => boolean;
}

const damaged = (): Error => new Error('The deflated bytes are damaged');

const readBits = (content: Uint8Array): Bits => {
  let at = 0;
  let held = 0;
  let count = 0;
  return {
    take(wanted) {
      while (count < wanted) {
        if (at === content.length) throw damaged();
        held |= (content[at++] as number) << count;
        count += 8;
      }
      const value = held & ((1 << wanted) - 1);
      held >>>= wanted;
      count -= wanted;
      return value;
    },
    takeBytes(wanted) {
      // The remaining bits are padding before the byte boundary.
      held = count = 0;
      if (at + wanted > content.length) throw damaged();
      return content.subarray(at, (at += wanted));
    },
    isAtEnd: () => at === content.length,
  };
};

/** Creates a code from the length of each symbol. Only a code with a single symbol may be incomplete. */
const codeOf = (lengths: Uint8Array): Code => {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  const places = new Uint16Array(MAX_BITS + 2);
  let free = 1;
  for (let length = 1; length <= MAX_BITS; length++) {
    free = free * 2 - (counts[length] as number);
    if (free < 0) throw damaged();
    places[length + 1] = (places[length] as number) + (counts[length] as number);
  }
  const used = lengths.length - (counts[0] as number);
  if (free > 0 && used > (counts[1] as number)) throw damaged();
  const symbols = new Uint16Array(used);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const place = places[length] as number;
    places[length] = place + 1;
    symbols[place] = symbol;
  }
  return { counts, symbols };
};

const decode = ({ take }: Bits, { counts, symbols }: Code): number => {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= MAX_BITS; length++) {
    code |= take(1);
    const count = counts[length] as number;
    if (code - count < first) return symbols[index + code - first] as number;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw damaged();
};

type Codes = readonly [literals: Code, distances: Code];

const fixedCodes = (): Codes => {
  const lengths = Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8));
  // The last two distance codes are never used.
  return [codeOf(lengths), codeOf(new Uint8Array(32).fill(5))];
};

const readCodes = (bits: Bits): Codes => {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const written = bits.take(4) + 4;
  if (literals > 286 || distances > DISTANCE_CODES) throw damaged();
  const own = new Uint8Array(ORDER.length);
  for (const symbol of ORDER.slice(0, written)) own[symbol] = bits.take(3);
  const code = codeOf(own);
  const lengths = new Uint8Array(literals + distances);
  for (let at = 0; at < lengths.length;) {
    const symbol = decode(bits, code);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw damaged();
    const repeated = symbol === 16 ? (lengths[at - 1] as number) : 0;
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (at + times > lengths.length) throw damaged();
    lengths.fill(repeated, at, (at += times));
  }
  // Without the end symbol 256, the block would never end.
  if (lengths[256] === 0) throw damaged();
  return [codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals))];
};

/** Returns the length of a match: 3 to 10 without extra bits, then four codes for each number of extra bits. The length 258 has a separate code. */
const lengthOf = ({ take }: Bits, index: number): number => {
  if (index >= LENGTH_CODES) throw damaged();
  if (index < 8) return index + 3;
  if (index === LENGTH_CODES - 1) return MAX_MATCH;
  const more = (index >> 2) - 1;
  return ((4 + (index & 3)) << more) + 3 + take(more);
};

/** Returns the distance of a match: 1 to 4 without extra bits, then two codes for each number of extra bits. */
const distanceOf = ({ take }: Bits, index: number): number => {
  if (index >= DISTANCE_CODES) throw damaged();
  if (index < 4) return index + 1;
  const more = (index >> 1) - 1;
  return ((2 + (index & 1)) << more) + 1 + take(more);
};

/** Inflates bytes in pieces. Throws if the bytes are damaged, truncated, or followed by other bytes. */
export function* inflate(content: Uint8Array): Generator<Uint8Array<ArrayBuffer>, undefined> {
  const bits = readBits(content);
  const out = new Uint8Array(WINDOW + PIECE + MAX_MATCH);
  /** The position of the first byte that has not been yielded. */
  let from = 0;
  let at = 0;

  /** Returns the finished bytes, and keeps the window before them. */
  const takePiece = (): Uint8Array<ArrayBuffer> => {
    const piece = out.slice(from, at);
    const kept = Math.min(at, WINDOW);
    out.copyWithin(0, at - kept, at);
    from = at = kept;
    return piece;
  };

  for (let isLast = 0; isLast === 0;) {
    isLast = bits.take(1);
    const type = bits.take(2);
    if (type === 3) throw damaged();
    if (type === 0) {
      const [low = 0, high = 0, lowCheck = 0, highCheck = 0] = bits.takeBytes(4);
      if ((low ^ lowCheck) !== 255 || (high ^ highCheck) !== 255) throw damaged();
      for (let left = low + high * 256; left > 0;) {
        const stored = bits.takeBytes(Math.min(left, out.length - at));
        out.set(stored, at);
        at += stored.length;
        left -= stored.length;
        if (at - from >= PIECE) yield takePiece();
      }
      continue;
    }
    const [literals, distances] = type === 1 ? fixedCodes() : readCodes(bits);
    for (let symbol = decode(bits, literals); symbol !== 256; symbol = decode(bits, literals)) {
      if (symbol < 256) out[at++] = symbol;
      else {
        const length = lengthOf(bits, symbol - 257);
        const distance = distanceOf(bits, decode(bits, distances));
        if (distance > at) throw damaged();
        // A match may overlap with itself.
        for (const end = at + length; at < end; at++) out[at] = out[at - distance] as number;
      }
      if (at - from >= PIECE) yield takePiece();
    }
  }
  if (!bits.isAtEnd()) throw new Error('There are bytes behind the end');
  if (at > from) yield takePiece();
}
