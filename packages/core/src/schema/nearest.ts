/** Returns the message for an unknown name: with the most similar known name, or else all known names. */
export const unknownName = (name: string, known: readonly string[], kind: string): string => {
  const similar = nearest(name, known);
  const expected = known.length > 0 ? `the ${kind} are ${known.join(', ')}` : `there are no ${kind} here`;
  return `is unknown: ${similar === undefined ? expected : `did you mean ${similar}?`}`;
};

/** Returns the most similar known name within `maxEdits` edits. Case, `_` and `-` are ignored. */
export const nearest = (name: string, known: Iterable<string>, maxEdits = name.length / 2): string | undefined => {
  const wanted = plain(name);
  let found: string | undefined;
  let least = Math.floor(maxEdits) + 1;
  for (const candidate of known) {
    const edits = distance(wanted, plain(candidate));
    if (edits >= least) continue;
    found = candidate;
    least = edits;
  }
  return found;
};

const plain = (name: string): readonly string[] => Array.from(name.toLowerCase().replace(/[_-]/g, ''));

/** Returns the number of characters to add, remove or replace (Levenshtein). */
const distance = (one: readonly string[], other: readonly string[]): number => {
  let row = [...other, ''].map((_, index) => index);
  for (const character of one) {
    const next = [1 + (row[0] ?? 0)];
    for (const [column, each] of other.entries()) {
      const replaced = (row[column] ?? 0) + Number(each !== character);
      next.push(Math.min(replaced, 1 + (row[column + 1] ?? 0), 1 + (next[column] ?? 0)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
