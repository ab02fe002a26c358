/** A member of an object that a log prints. */
interface PrintedMember {
  readonly name: string;
  /** A quoted string, a word, `[]` or `{}`; `...` for an array or object with content. */
  value: string;
}

/** Reads an object that a log prints in one or several lines, as JSON or in the form of `console.log`. */
export interface PrintedObject {
  /** Reads one line. Returns false if the lines cannot be an object. */
  push(line: string): boolean;
  /** Returns true after the last bracket is closed. */
  isWhole(): boolean;
  /** Returns the members, without the members of nested objects. */
  members(): readonly PrintedMember[];
}

const OPEN = '{[(<';
const CLOSE = '}])>';
const QUOTES = `"'\``;

/** Returns the position after the string that begins at `from`. Without a closing quote, a string extends to the end of its line. */
const skipText = (line: string, from: number): number => {
  const quote = line[from];
  let at = from + 1;
  while (at < line.length && line[at] !== quote) at += line[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, line.length);
};

/** Creates a reader of one object. */
export const createPrintedObject = (): PrintedObject => {
  const open: string[] = [];
  const found: PrintedMember[] = [];
  let isBegun = false;
  /** The latest word or string. */
  let word = '';
  /** The name before the latest colon. */
  let name = '';

  /** The member whose array or object is being read. */
  let outer: PrintedMember | undefined;

  const finish = (value = word): void => {
    if (name !== '' && open.length === 1) found.push({ name: name.replace(/^['"`]|['"`]$/g, ''), value });
    name = '';
    word = '';
  };

  const takeBracket = (character: string): boolean => {
    if (!OPEN.includes(character)) {
      finish();
      return open.pop() === character;
    }
    const close = CLOSE[OPEN.indexOf(character)] as string;
    if (open.length === 1) {
      const before = found.length;
      finish(character + close);
      outer = found[before];
    }
    open.push(close);
    isBegun = true;
    return true;
  };

  /** Reads the token at a position. Returns the position after the token, or -1 if the token cannot be part of an object. */
  const take = (line: string, at: number): number => {
    const character = line[at] as string;
    const isBlank = character.trim() === '';
    if (open.length === 0 && character !== '{') return isBlank ? at + 1 : -1;
    if (open.length === 0 && isBegun) return -1;
    if (outer && open.length > 1 && !isBlank && !(open.length === 2 && character === open[1])) outer.value = '...';
    if (QUOTES.includes(character)) {
      const end = skipText(line, at);
      word = line.slice(at, end);
      return end;
    }
    if (OPEN.includes(character) || CLOSE.includes(character)) return takeBracket(character) ? at + 1 : -1;
    if (character === ',') finish();
    else if (character === ':') {
      name = word;
      word = '';
    } else if (!isBlank) word += character;
    return at + 1;
  };

  return {
    push(line) {
      let at = 0;
      while (at >= 0 && at < line.length) at = take(line, at);
      return at >= 0;
    },
    isWhole: () => isBegun && open.length === 0,
    members: () => found,
  };
};
