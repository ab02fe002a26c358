import { createPaddingScan } from './terminal-codes.ts';

/** Follows a text piece by piece, and decides whether it can still be the beginning of one JSON value. Padding may surround the value. */
export interface JsonScan {
  /** Takes the text from a position on. Returns false as soon as it cannot be JSON any more. */
  push(text: string, from: number): boolean;
  /** Returns true if the value may end here: it is closed, or it is a number or literal without brackets around it. */
  isWhole(): boolean;
  /** Returns true once the value has ended. Only padding may follow. */
  isClosed(): boolean;
  /** Returns the positions where the value begins and ends, counted from the first character. */
  span(): readonly [start: number, end: number];
}

// oxlint-disable-next-line no-control-regex -- a string of JSON has none
const NO_CONTROLS = /[^\u0000-\u001f]*/y;
const SPACE = /[\t\n\r ]*/y;
/** Numbers and literals; the parser decides whether they are well formed. */
const SCALAR = /[-+.\dA-Za-z]*/y;
/** The beginning of a number or a literal. */
const BEGINNING = /[-\dtfn]/;

type State =
  | 'value'
  | 'first value'
  | 'key'
  | 'first key'
  | 'colon'
  | 'after'
  | 'scalar'
  | 'string'
  | 'escaped'
  | 'key string'
  | 'key escaped';

/** Returns the position behind all characters that a pattern takes from a position on. */
const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
};

/** Returns true if a backslash, in the text from a position on, escapes the character at `at`. */
const isEscaped = (text: string, at: number, from: number): boolean => {
  let first = at;
  while (first > from && text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
};

export const createJsonScan = (): JsonScan => {
  /** The closing brackets of all open levels. */
  const open: string[] = [];
  let state: State = 'value';
  /** The padding before the value, and after it. */
  let padding = createPaddingScan();
  let isBegun = false;
  /** The characters of the pieces before this one. */
  let passed = 0;
  let start = 0;
  let end: number | undefined;

  /** Takes one character that is no white space. */
  const take = (character: string): State | undefined => {
    if ((state === 'first value' || state === 'first key' || state === 'after') && character === open.at(-1)) {
      open.pop();
      return 'after';
    }
    switch (state) {
      case 'value':
      case 'first value':
        if (character === '"') return 'string';
        if (character === '{' || character === '[') {
          open.push(character === '{' ? '}' : ']');
          return character === '{' ? 'first key' : 'first value';
        }
        return BEGINNING.test(character) ? 'scalar' : undefined;
      case 'key':
      case 'first key':
        return character === '"' ? 'key string' : undefined;
      case 'colon':
        return character === ':' ? 'value' : undefined;
      default:
        if (character !== ',' || open.length === 0) return undefined;
        return open.at(-1) === '}' ? 'key' : 'value';
    }
  };

  const isClosed = (): boolean => open.length === 0 && state === 'after';
  const isOutside = (): boolean => !isBegun || isClosed();

  /** Skips the padding from a position on. Returns the position after it. */
  const skipPadding = (text: string, from: number): number => {
    let at = from;
    while (at < text.length && padding.take(text[at] as string)) at++;
    return at;
  };

  const close = (at: number): void => {
    end ??= at;
  };

  /** The next control character of a piece, looked up once for all strings before it. */
  let control = -1;

  /** Skips a string from a position inside it. Returns the position behind its quote or behind the piece; undefined if it is no JSON. */
  const skipString = (text: string, from: number): number | undefined => {
    if (control < from) control = skip(NO_CONTROLS, text, from);
    const inside = state === 'escaped' || state === 'key escaped' ? from + 1 : from;
    const isKey = state === 'key string' || state === 'key escaped';
    let quote = text.indexOf('"', inside);
    while (quote >= 0 && isEscaped(text, quote, inside)) quote = text.indexOf('"', quote + 1);
    const behind = quote < 0 ? text.length : quote;
    if (control < behind) return undefined;
    if (quote >= 0) state = isKey ? 'colon' : 'after';
    else if (isEscaped(text, behind, inside)) state = isKey ? 'key escaped' : 'escaped';
    else state = isKey ? 'key string' : 'string';
    return quote < 0 ? behind : behind + 1;
  };

  const push = (text: string, from: number): boolean => {
    let at = from;
    control = -1;
    while (at < text.length) {
      if (state === 'scalar') {
        at = skip(SCALAR, text, at);
        if (at === text.length) break;
        state = 'after';
        if (open.length === 0) close(passed + at - from);
      }
      if (isOutside()) {
        at = skipPadding(text, at);
        if (at === text.length) break;
        if (isBegun) return false;
        isBegun = true;
        start = passed + at - from;
        padding = createPaddingScan();
      }
      if (state === 'string' || state === 'escaped' || state === 'key string' || state === 'key escaped') {
        const behind = skipString(text, at);
        if (behind === undefined) return false;
        at = behind;
      } else {
        at = skip(SPACE, text, at);
        if (at === text.length) break;
        const next = take(text[at++] as string);
        if (next === undefined) return false;
        state = next;
      }
      if (isClosed()) close(passed + at - from);
    }
    passed += text.length - from;
    return true;
  };

  return {
    push,
    isWhole: () => open.length === 0 && (state === 'after' || state === 'scalar'),
    isClosed,
    span: () => [start, end ?? passed],
  };
};
