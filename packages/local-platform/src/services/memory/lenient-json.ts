type Members = Record<string, unknown>;

const DEEPEST = 50;
const CUT = Symbol('a value that the end of the text has cut off');

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, none: null, undefined: null, nan: null };

/** A string, and the position in it up to which it has been read. */
interface Reader {
  readonly text: string;
  at: number;
}

/**
 * Leniently parses a JSON object in the output of a model, from the given position. Accepts other quotes or missing quotes, Python's literals,
 * extra or missing commas, and a missing end. Drops a value that was cut off. Also returns the end position.
 */
export const readObject = (text: string, start: number): { readonly value: Members; readonly end: number } => {
  const reader: Reader = { text, at: start };
  return { value: readMembers(reader, 0), end: reader.at };
};

const characterAt = ({ text, at }: Reader): string => text[at] ?? '';

const isOver = ({ text, at }: Reader): boolean => at >= text.length;

const skip = (reader: Reader, pattern: RegExp): void => {
  while (!isOver(reader) && pattern.test(characterAt(reader))) reader.at++;
};

/** Returns whether a quote ends a string. An apostrophe within a word does not end the string. */
const isEnd = ({ text, at }: Reader): boolean => {
  let next = at + 1;
  while (/[^\S\n]/.test(text[next] ?? '')) next++;
  return next >= text.length || /[,}\]:\n]/.test(text[next] ?? '');
};

const readQuoted = (reader: Reader): unknown => {
  const { text } = reader;
  const close = QUOTES[text[reader.at++] ?? ''];
  let value = '';
  for (; !isOver(reader); reader.at++) {
    const character = characterAt(reader);
    if (character === close && isEnd(reader)) {
      reader.at++;
      return value;
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    const escaped = text[++reader.at] ?? '';
    const digits = text.slice(reader.at + 1, reader.at + 5);
    if (escaped === 'u' && /^[\da-f]{4}$/i.test(digits)) {
      value += String.fromCharCode(Number.parseInt(digits, 16));
      reader.at += 4;
    } else value += ESCAPES[escaped] ?? escaped;
  }
  return CUT;
};

const readBare = (reader: Reader, stop: RegExp): unknown => {
  const from = reader.at;
  while (!isOver(reader) && !stop.test(characterAt(reader))) reader.at++;
  if (isOver(reader)) return CUT;
  const word = reader.text.slice(from, reader.at).trim();
  const known = word.toLowerCase();
  if (Object.hasOwn(WORDS, known)) return WORDS[known];
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word;
};

const readValue = (reader: Reader, depth: number): unknown => {
  skip(reader, /\s/);
  const character = characterAt(reader);
  // Values that are nested more deeply are treated as if they were cut off.
  if (depth > DEEPEST) {
    reader.at = reader.text.length;
    return CUT;
  }
  if (character === '{') return readMembers(reader, depth);
  if (character === '[') return readItems(reader, depth);
  return character in QUOTES ? readQuoted(reader) : readBare(reader, /[,}\]\n]/);
};

const readMembers = (reader: Reader, depth: number): Members => {
  const found: [string, unknown][] = [];
  reader.at++;
  while (!isOver(reader)) {
    skip(reader, /[\s,;]/);
    if (isOver(reader)) break;
    if (/[}\]]/.test(characterAt(reader))) {
      reader.at++;
      break;
    }
    const name = characterAt(reader) in QUOTES ? readQuoted(reader) : readBare(reader, /[:={}[\],\n]/);
    skip(reader, /[^\S\n]/);
    if (!/[:=]/.test(characterAt(reader))) {
      // Skips a nested value without a name. Otherwise the loop would not end.
      if (/[{[]/.test(characterAt(reader))) readValue(reader, depth + 1);
      continue;
    }
    skip(reader, /[:=>]/);
    const inner = readValue(reader, depth + 1);
    if (inner !== CUT && name !== CUT) found.push([String(name), inner]);
  }
  return Object.fromEntries(found);
};

const readItems = (reader: Reader, depth: number): unknown[] => {
  const found: unknown[] = [];
  reader.at++;
  while (!isOver(reader)) {
    skip(reader, /[\s,;]/);
    if (/[}\]]/.test(characterAt(reader))) {
      reader.at++;
      break;
    }
    const before = reader.at;
    const inner = isOver(reader) ? CUT : readValue(reader, depth + 1);
    if (inner !== CUT) found.push(inner);
    if (reader.at === before) reader.at++;
  }
  return found;
};
