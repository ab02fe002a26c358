/** The characters that end a number or a word. */
const END = /[\s{}[\],:"]/g;
const PUNCTUATION = '{}[],:';
const STEP = '  ';
/** Deeper lines are not indented further, as the output would grow with the square of the depth. */
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

/** Returns strings, punctuation, numbers and words. One expression for all of them would overflow with a long string. */
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

/** A JSON text with one line per value. Values are copied unparsed: parsing would change long numbers and lose repeated names. */
export const indented = (text: string): string => {
  // Parsed only to validate it.
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
