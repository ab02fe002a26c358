/** The known name that is most like a name, within so many edits: capitals and separators do not count. */
export const nearest = (name: string, known: Iterable<string>, maxEdits = name.length / 2): string | undefined => {
  const wanted = plain(name);
  let found: string | undefined;
  let least = maxEdits;
  for (const candidate of known) {
    const edits = distance(wanted, plain(candidate));
    if (edits > least || (found !== undefined && edits === least)) continue;
    found = candidate;
    least = edits;
  }
  return found;
};

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Returns how many characters have to be added, removed or replaced (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (row[column] ?? 0) + (one[at] === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};
