/** Strings with what they escape, signs, and all else that is not white space. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';
/** Deeper lines are indented no further, as they would take the square of the depth. */
const DEEPEST = 50;

/** A JSON text with a line for each value. Every value stays as it is written: to read it would change long numbers, and lose names that come twice. */
export const indented = (text: string): string => {
  // It is only looked at whether it is one.
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
