type Members = Record<string, unknown>;

const DEEPEST = 50;
const CUT = Symbol('a value that the end of the text has cut off');

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, none: null, undefined: null, nan: null };

/**
 * Reads what a model takes for a JSON object, from the given place on: other quotes or none, Python's words, commas too many or too few,
 * and an end that never comes. A value that is cut off is left out. Gives the place after it.
 */
export const readObject = (text: string, start: number): { readonly value: Members; readonly end: number } => {
  let at = start;

  const skip = (pattern: RegExp): void => {
    while (at < text.length && pattern.test(text[at] ?? '')) at++;
  };

  /** A quote ends a text only where something can follow it: an apostrophe is not an end. */
  const isEnd = (): boolean => {
    let next = at + 1;
    while (/[^\S\n]/.test(text[next] ?? '')) next++;
    return next >= text.length || /[,}\]:\n]/.test(text[next] ?? '');
  };

  const quoted = (): unknown => {
    const close = QUOTES[text[at++] ?? ''];
    let value = '';
    for (; at < text.length; at++) {
      const character = text[at] ?? '';
      if (character === close && isEnd()) {
        at++;
        return value;
      }
      if (character !== '\\') value += character;
      else if (text[++at] === 'u' && /^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) {
        value += String.fromCharCode(Number.parseInt(text.slice(at + 1, at + 5), 16));
        at += 4;
      } else value += ESCAPES[text[at] ?? ''] ?? text[at] ?? '';
    }
    return CUT;
  };

  const bare = (stop: RegExp): unknown => {
    const from = at;
    while (at < text.length && !stop.test(text[at] ?? '')) at++;
    if (at >= text.length) return CUT;
    const word = text.slice(from, at).trim();
    const known = word.toLowerCase();
    if (Object.hasOwn(WORDS, known)) return WORDS[known];
    return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word;
  };

  const value = (depth: number): unknown => {
    skip(/\s/);
    const character = text[at] ?? '';
    // What is nested deeper than anybody would write is as good as cut off.
    if (depth > DEEPEST) {
      at = text.length;
      return CUT;
    }
    if (character === '{') return members(depth);
    if (character === '[') return items(depth);
    return character in QUOTES ? quoted() : bare(/[,}\]\n]/);
  };

  const members = (depth: number): Members => {
    const found: [string, unknown][] = [];
    at++;
    while (at < text.length) {
      skip(/[\s,;]/);
      if (at >= text.length) break;
      if (text[at] === '}' || text[at] === ']') {
        at++;
        break;
      }
      const name = (text[at] ?? '') in QUOTES ? quoted() : bare(/[:={}[\],\n]/);
      skip(/[^\S\n]/);
      if (text[at] !== ':' && text[at] !== '=') {
        // No name of anything: at least one step on, so that it ends.
        if (text[at] === '{' || text[at] === '[') value(depth + 1);
        continue;
      }
      skip(/[:=>]/);
      const inner = value(depth + 1);
      if (inner !== CUT && name !== CUT) found.push([String(name), inner]);
    }
    return Object.fromEntries(found);
  };

  const items = (depth: number): unknown[] => {
    const found: unknown[] = [];
    at++;
    while (at < text.length) {
      skip(/[\s,;]/);
      if (text[at] === ']' || text[at] === '}') {
        at++;
        break;
      }
      const before = at;
      const inner = at < text.length ? value(depth + 1) : CUT;
      if (inner !== CUT) found.push(inner);
      if (at === before) at++;
    }
    return found;
  };

  return { value: members(0), end: at };
};
