/** Returns a pattern for JSON Schema, which lacks flags. Instead of the flag `i`, the pattern lists lower-case and upper-case letters. */
export const patternOf = ({ source, flags }: RegExp): string => {
  if (/[^iu]/.test(flags)) throw new Error(`JSON Schema cannot express /${source}/${flags}.`);
  if (!flags.includes('i')) return source;
  let isClass = false;
  // Skips letters that follow a backslash or begin a group, because they are syntax.
  return source.replace(/\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|.)|\(\?(?:<?[=!]|:)|[a-z]-[a-z]|[[\]]|[a-z]/gi, (part) => {
    if (part === '[' || part === ']') isClass = part === '[';
    if (!/^[a-z]/i.test(part)) return part;
    const both = part.toLowerCase() + part.toUpperCase();
    return isClass ? both : `[${both}]`;
  });
};
