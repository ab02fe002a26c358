import type { OperationEntry } from '../operations/operations.ts';
import { isRead, reasonToAsk } from './brakes.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputFields } from './output-fields.ts';

const MAX_FOUND = 10;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1)
    // "Wallets" finds "wallet", and the other way round.
    .map((word) => word.replace(/(?:ies|y|es|s)$/, ''));

/** Returns the operations that match the words of a query, the best first. A word in the name counts three times. */
export const findOperations = (query: string, entries: readonly OperationEntry[]): readonly OperationEntry[] => {
  const wanted = [...new Set(wordsOf(query))];
  const scored = entries.map((entry) => {
    const [name, about] = [wordsOf(entry.name), wordsOf(entry.about)];
    const score = wanted.reduce((sum, word) => sum + (name.includes(word) ? 3 : 0) + (about.includes(word) ? 1 : 0), 0);
    return { entry, score };
  });
  const found = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  return found.slice(0, MAX_FOUND).map(({ entry }) => entry);
};

/** Describes an operation in a line, for lists. */
export const lineOf = (entry: OperationEntry): string => `${entry.name}: ${entry.about}${brakeOf(entry)}`;

const brakeOf = (entry: OperationEntry): string => {
  if (isRead(entry)) return ' (reads)';
  const reason = reasonToAsk(entry);
  return reason === undefined ? ' (changes)' : ` (asks a person: ${reason})`;
};

/** Describes an operation with its input, its result and its brakes. */
export const describeOperation = (entry: OperationEntry): object => ({
  name: entry.name,
  about: entry.about,
  brakes: brakeOf(entry).trim().slice(1, -1),
  input: inputSchemaOf(entry),
  result: outputFields(entry.operation.output),
  ...(entry.fields.some(({ isSecret }) => isSecret) && {
    secrets: `${entry.fields
      .filter(({ isSecret }) => isSecret)
      .map(({ path }) => path.join('.'))
      .join(', ')} may be a reference such as secret://1/name.`,
  }),
});
