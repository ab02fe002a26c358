/** Returns whether a character above ASCII is white space, as in `\s`. */
const isWideSpace = (code: number): boolean =>
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || (code > 127 && isWideSpace(code));

/** The number of characters whose words are counted. For longer texts, the total is extrapolated. */
const MAX_COUNTED = 1024 * 1024;

/** Counts the words of a text. Splitting a long text into a list would take many times its memory. */
export const countWords = (text: string): number => {
  const length = Math.min(text.length, MAX_COUNTED);
  const words = countIn(text, length);
  return length < text.length ? Math.ceil((words * text.length) / length) : words;
};

const countIn = (text: string, length: number): number => {
  let count = 0;
  let wasSpace = true;
  for (let index = 0; index < length; index++) {
    const space = isSpace(text.charCodeAt(index));
    if (wasSpace && !space) count++;
    wasSpace = space;
  }
  return count;
};
