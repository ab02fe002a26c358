export interface JsonLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** The maximum number of fields and items, counted at every depth. */
  readonly maxValues: number;
}

/** Counts the values and the depth of JSON while its bytes arrive, so that JSON beyond the limits is never parsed. */
export interface JsonScan {
  add(bytes: Uint8Array): void;
  /** Returns the exceeded limit as the end of a sentence, or undefined if no limit is exceeded. */
  excess(): string | undefined;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
/** `[` and `{` differ in this bit only, and so do `]` and `}`. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Finds the end of a string in `bytes`, at or after `from`. Returns the length if the string continues. */
const endOfString = (bytes: Uint8Array, from: number): { readonly at: number; readonly isEscaped: boolean } => {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return { at, isEscaped: false };
    if (byte === BACKSLASH) at++;
    if (at >= bytes.length) return { at: bytes.length, isEscaped: true };
  }
  return { at: bytes.length, isEscaped: false };
};

export const createJsonScan = ({ maxDepth, maxValues }: JsonLimits): JsonScan => {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let isInString = false;
  let isEscaped = false;

  const addToken = (byte: number): void => {
    if (byte === COMMA) values++;
    else if ((byte | BRACE_BIT) === OPEN) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if ((byte | BRACE_BIT) === CLOSE) depth--;
  };

  return {
    add(bytes) {
      let at = isEscaped ? 1 : 0;
      isEscaped = false;
      for (; at < bytes.length; at++) {
        if (isInString) {
          const end = endOfString(bytes, at);
          isEscaped = end.isEscaped;
          at = end.at;
          isInString = at >= bytes.length;
        } else if (bytes[at] === QUOTE) isInString = true;
        else addToken(bytes[at] as number);
      }
    },
    excess() {
      if (deepest > maxDepth) return `is nested more than ${maxDepth} deep`;
      return values > maxValues ? `has more than ${maxValues} values` : undefined;
    },
  };
};
