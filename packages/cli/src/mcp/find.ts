import type { SchemaData } from '@platform-sdk/core/contract';
import type { OperationEntry } from '../operations/operations.ts';
import { isRead, reasonToAsk } from './brakes.ts';
import { inputSchemaOf } from './input-schema.ts';

const MAX_FOUND = 10;

/** Words in queries, each with the word that operation names use instead. */
const SAME: Readonly<Record<string, string>> = { pay: 'transact', ask: 'chat', out: 'logout', delete: 'remove', change: 'update' };
const FILLER = new Set(['an', 'and', 'by', 'for', 'from', 'in', 'is', 'its', 'it', 'my', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Returns the stems of the words in a string. `invitation` and `invite` have the same stem, and so do `wallets` and `wallet`. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1 && !FILLER.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ations?|ions?|ings?|ies|ed|es|e|y|s)$/, '') : word));

/** Returns the words of an operation's name, comment and field names. Words of the name have the highest weight. */
const weightsOf = ({ name, about, fields, operation }: OperationEntry): ReadonlyMap<string, number> => {
  const names = [...fields.map(({ path }) => path.join(' ')), ...outputFields(operation.output)].join(' ');
  const weigh = (text: string, weight: number) => wordsOf(text).map((word) => [word, weight] as const);
  return new Map([...weigh(names, 1), ...weigh(about, 2), ...weigh(name, 5)]);
};

/** Returns the operations that match the words of a query, best match first. Rare words count more. Among equal matches, shorter names come first. */
export const findOperations = (query: string, entries: readonly OperationEntry[]): readonly OperationEntry[] => {
  const wanted = new Set(wordsOf(query.toLowerCase().replaceAll(/[a-z]+/g, (word) => (SAME[word] ? `${word} ${SAME[word]}` : word))));
  const weighed = entries.map((entry) => ({ entry, weights: weightsOf(entry) }));
  const scores = new Map<OperationEntry, number>();
  for (const word of wanted) {
    const found = weighed.filter(({ weights }) => weights.has(word));
    const rarity = Math.log(1 + entries.length / Math.max(found.length, 1));
    for (const { entry, weights } of found) scores.set(entry, (scores.get(entry) ?? 0) + rarity * (weights.get(word) ?? 0));
  }
  const ordered = [...scores].toSorted(([one, score], [other, otherScore]) => otherScore - score || one.name.length - other.name.length);
  return ordered.slice(0, MAX_FOUND).map(([entry]) => entry);
};

/** Describes an unknown name, with the names of similar operations. */
export const unknownOperation = (name: string, entries: readonly OperationEntry[]): string => {
  const similar = findOperations(name, entries).slice(0, 3);
  return `${name || 'An empty name'} is unknown. ${similar.length > 0 ? `Similar: ${similar.map((entry) => entry.name).join(', ')}` : 'Find names with search'}.`;
};

/** Describes an operation in a line, for lists. */
export const lineOf = (entry: OperationEntry): string => `${entry.name}: ${entry.about}${brakeOf(entry)}`;

const brakeOf = (entry: OperationEntry): string => {
  if (isRead(entry)) return ' (reads)';
  const reason = reasonToAsk(entry);
  return reason === undefined ? ' (changes)' : ` (needs the consent of a person: ${reason})`;
};

/** Describes an operation with its input, its result and its restrictions. */
export const describeOperation = (entry: OperationEntry): object => {
  const { name, about, fields, operation } = entry;
  const secret = fields.filter(({ isSecret }) => isSecret).map(({ path }) => path.join('.'));
  const secrets = secret.length > 0 ? { secrets: `${secret.join(', ')} may be a reference such as secret://1/name.` } : {};
  const brakes = brakeOf(entry).slice(2, -1);
  return { name, about, brakes, input: inputSchemaOf(entry), result: outputFields(operation.output), ...secrets };
};

const MAX_DEPTH = 3;

/** Returns the names of a result's fields in the form of the argument `fields`, such as `data.id`. Marks secrets. */
const outputFields = (schema: SchemaData, prefix = '', depth = 0): string[] => {
  const { items, related, properties, anyOf } = schema;
  const inner = items ?? related ?? anyOf?.find((kind) => kind.properties);
  if (inner) return outputFields(inner, prefix, depth);
  if (!properties || depth >= MAX_DEPTH) return prefix === '' ? [] : [`${prefix}${schema.secret ? ' (secret)' : ''}`];
  return Object.entries(properties).flatMap(([name, field]) => outputFields(field, prefix === '' ? name : `${prefix}.${name}`, depth + 1));
};
