/** Reads text piece by piece, and decides whether it can be the beginning of one JSON value. Padding may surround the value. */
export interface JsonScan {
  /** Reads the text from a position on. Returns false as soon as the text cannot be JSON. */
  push(text: string, from: number): boolean;
  /** Returns true if the value may end here: it is closed, or it is a number or a literal outside brackets. */
  isWhole(): boolean;
  /** Returns true once the value has ended. Only padding may follow. */
  isClosed(): boolean;
  /** Returns the positions where the value begins and ends, counted from the first character. */
  span(): readonly [start: number, end: number];
}

/** The syntactic position of the next character, outside of strings and scalars. */
type Place = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'after';

// oxlint-disable-next-line no-control-regex -- JSON strings must not contain control characters
const CONTROL = /[\u0000-\u001f]/;
/** Matches the characters of numbers and literals. `JSON.parse` decides whether these are valid. */
const SCALAR = /[-+.\dA-Za-z]/;
const BEGINNING = /[-\dtfn]/;
const SPACE = '\t\n\r ';

/** Returns true if an odd number of backslashes precedes the character at `at`. Text before `from` is ignored. */
const isEscaped = (text: string, at: number, from: number): boolean => {
  let first = at;
  while (first > from && text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
};

export const createJsonScan = (): JsonScan => {
  /** The closing brackets of all open levels. */
  const open: string[] = [];
  const isPadding = createPaddingScan();
  let place: Place = 'value';
  let inside: 'string' | 'escape' | 'scalar' | undefined;
  /** The number of characters in earlier pieces. */
  let passed = 0;
  let start: number | undefined;
  let end: number | undefined;

  /** Reads a character outside of strings and scalars. Returns false if the character is invalid here. */
  const take = (character: string): boolean => {
    const close = open.at(-1);
    if (character === close && (place === 'after' || place === 'first value' || place === 'first key')) {
      open.pop();
      place = 'after';
    } else if (place === 'after') {
      if (character !== ',' || close === undefined) return false;
      place = close === '}' ? 'key' : 'value';
    } else if (place === 'colon') {
      if (character !== ':') return false;
      place = 'value';
    } else if (character === '"') {
      inside = 'string';
      place = place === 'key' || place === 'first key' ? 'colon' : 'after';
    } else if (place === 'key' || place === 'first key') {
      return false;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      place = character === '{' ? 'first key' : 'first value';
    } else {
      if (!BEGINNING.test(character)) return false;
      inside = 'scalar';
      place = 'after';
    }
    return true;
  };

  /** Skips a string to its end, or to the end of the piece. Returns the position after it; undefined if it is not a valid JSON string. */
  const skipString = (text: string, from: number): number | undefined => {
    let quote = text.indexOf('"', from);
    while (quote >= 0 && isEscaped(text, quote, from)) quote = text.indexOf('"', quote + 1);
    const stop = quote < 0 ? text.length : quote;
    if (CONTROL.test(text.slice(from, stop))) return undefined;
    if (quote >= 0) inside = undefined;
    else if (isEscaped(text, stop, from)) inside = 'escape';
    return quote < 0 ? stop : stop + 1;
  };

  const isWhole = (): boolean => open.length === 0 && place === 'after' && inside !== 'string' && inside !== 'escape';
  const isClosed = (): boolean => isWhole() && inside === undefined;

  const push = (text: string, from: number): boolean => {
    let at = from;
    while (at < text.length) {
      const character = text[at] as string;
      if (inside === 'string') {
        const next = skipString(text, at);
        if (next === undefined) return false;
        at = next;
      } else if (inside === 'escape') {
        if (character < ' ') return false;
        inside = 'string';
        at++;
      } else if (inside === 'scalar' && SCALAR.test(character)) {
        at++;
      } else {
        inside = undefined;
        if (isClosed()) end ??= passed + at - from;
        const isOutside = start === undefined || end !== undefined;
        if (isOutside ? !isPadding(character) : !SPACE.includes(character)) {
          if (end !== undefined || !take(character)) return false;
          start ??= passed + at - from;
        }
        at++;
      }
    }
    passed += text.length - from;
    return true;
  };

  return { push, isWhole, isClosed, span: () => [start ?? 0, end ?? passed] };
};

/** Whitespace, control characters, byte order marks and characters without a width. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const BLANK = /[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2060\ufeff]/;
const ESCAPE = '\u001b';

/**
 * Returns a function that reads a character, and returns true if it belongs to the padding that terminals and keep-alives add around JSON.
 * Padding includes terminal codes that set colours, move the cursor or name a window: CSI, OSC and two-character codes.
 */
const createPaddingScan = (): ((character: string) => boolean) => {
  let code: '' | 'escape' | 'CSI' | 'OSC' = '';
  return (character) => {
    if (character === ESCAPE) code = 'escape';
    else if (character === '\u009b' || (code === 'escape' && character === '[')) code = 'CSI';
    else if (code === 'escape' && character === ']') code = 'OSC';
    else if (code === 'escape') {
      if (!/[ -/]/.test(character)) code = '';
      return /[ -~]/.test(character);
    } else if (code === 'CSI' && /[ -~]/.test(character)) {
      if (character >= '@') code = '';
    } else if (code === 'OSC' && !/[\r\n]/.test(character)) {
      if (character === '\u0007') code = '';
    } else {
      code = '';
      return BLANK.test(character);
    }
    return true;
  };
};

/** Returns true if the text begins like a JSON object, perhaps after padding. */
export const beginsLikeObject = (text: string): boolean => {
  const isPadding = createPaddingScan();
  for (const character of text) if (!isPadding(character)) return character === '{';
  return false;
};
