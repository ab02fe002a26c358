/** Strings with their escapes, punctuation, and all else that is not white space. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';
/** Deeper lines are not indented further, as the output would grow with the square of the depth. */
const DEEPEST = 50;

/** A JSON text with one line per value. Values are copied unparsed: parsing would change long numbers and lose repeated names. */
export const indented = (text: string): string => {
  // Parsed only to validate it.
  JSON.parse(text);
  const written: string[] = [];
  let depth = 0;
  let before = '';
  const newLine = (): void => void written.push('\n', STEP.repeat(Math.min(depth, DEEPEST)));
  for (const [token] of text.matchAll(TOKENS)) {
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
