/** A pattern as JSON Schema has it, which knows no flags: where small and capital letters are the same, it names both. */
export const patternOf = ({ source, flags }: RegExp): string => {
  if (/[^iu]/.test(flags)) throw new Error(`JSON Schema cannot say /${source}/${flags}.`);
  if (!flags.includes('i')) return source;
  let isClass = false;
  // What begins with a backslash or opens a group is no letter of its own.
  return source.replace(/\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|.)|\(\?(?:<?[=!]|:)|[a-z]-[a-z]|[[\]]|[a-z]/gi, (part) => {
    if (part === '[' || part === ']') isClass = part === '[';
    if (!/^[a-z]/i.test(part)) return part;
    const both = part.toLowerCase() + part.toUpperCase();
    return isClass ? both : `[${both}]`;
  });
};
