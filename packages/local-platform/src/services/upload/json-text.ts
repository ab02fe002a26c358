/** The characters that end a number or a word. */
const END = /[\s{}[\],:"]/g;
const PUNCTUATION = '{}[],:';
const STEP = '  ';
/** The maximum depth of indentation. Without a maximum, the output would grow with the square of the depth. */
const DEEPEST = 50;

/** Returns the index after the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
};

const endOfWord = (text: string, start: number): number => {
  END.lastIndex = start;
  return END.exec(text)?.index ?? text.length;
};

/** Splits JSON into strings, punctuation, numbers and words. A single regular expression would overflow on a long string. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const first = text.charAt(at);
    let end = at + 1;
    if (first === '"') end = endOfString(text, at);
    else if (!PUNCTUATION.includes(first)) end = Math.max(end, endOfWord(text, at));
    const token = text.slice(at, end);
    if (token.trim() !== '') yield token;
    at = end;
  }
}

/** Formats JSON with one value per line. Values are not parsed, because this would change long numbers and drop repeated names. */
export const indented = (text: string): string => {
  // Throws if the text is invalid.
  JSON.parse(text);
  const written: string[] = [];
  let depth = 0;
  let before = '';
  const newLine = (): void => void written.push('\n', STEP.repeat(Math.min(depth, DEEPEST)));
  for (const token of tokensOf(text)) {
    const closes = token === '}' || token === ']';
    const follows = before === '{' || before === '[';
    if (closes) depth--;
    if (closes ? !follows : follows || before === ',') newLine();
    written.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return written.join('');
};
