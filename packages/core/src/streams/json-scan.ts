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
const STRING = /[^"\\\u0000-\u001f]*/y;
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

  /** Takes the character that ends a run of plain characters in a string. */
  const inString = (character: string): State | undefined => {
    if (character === '"') return state === 'string' ? 'after' : 'colon';
    if (character === '\\') return state === 'string' ? 'escaped' : 'key escaped';
    return undefined;
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

  const push = (text: string, from: number): boolean => {
    let at = from;
    const skip = (run: RegExp): void => {
      run.lastIndex = at;
      run.test(text);
      at = run.lastIndex;
    };
    while (at < text.length) {
      if (state === 'escaped' || state === 'key escaped') {
        state = state === 'escaped' ? 'string' : 'key string';
        at++;
        continue;
      }
      if (state === 'scalar') {
        skip(SCALAR);
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
      const isString = state === 'string' || state === 'key string';
      skip(isString ? STRING : SPACE);
      if (at === text.length) break;
      const character = text[at++] as string;
      const next = isString ? inString(character) : take(character);
      if (next === undefined) return false;
      state = next;
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
