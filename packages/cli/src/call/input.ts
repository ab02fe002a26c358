import { readFile } from 'node:fs/promises';
import { isMembers } from '@platform-sdk/core/internal';
import { usageError } from '../command.ts';
import type { InputField } from '../operations/fields.ts';
import type { OperationEntry } from '../operations/operations.ts';
import type { Terminal } from '../terminal.ts';

export type Input = Record<string, unknown>;

/** The values of flags, as `parseArgs` returns them. */
export type FlagValues = Readonly<Record<string, readonly (string | boolean)[] | undefined>>;

/** Returns the options of `parseArgs` for an operation's flags. */
export const flagOptions = ({ fields }: OperationEntry): Record<string, { readonly type: 'string' | 'boolean'; readonly multiple: true }> =>
  Object.fromEntries(
    fields.map(({ flag, type, isList }) => [flag, { type: type === 'boolean' && !isList ? 'boolean' : 'string', multiple: true } as const]),
  );

/** Returns the input of a call: the JSON from `-` or `@file`, combined with the values of flags. Throws a usage error that names the flag. */
export const readInput = async (
  { fields }: OperationEntry,
  flags: FlagValues,
  document: string | undefined,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Input> => {
  const input = document === undefined ? {} : await readDocument(document, terminal);
  for (const field of fields) {
    const { flag, isList, path } = field;
    const texts = flags[flag];
    if (texts === undefined) continue;
    const values = isList && texts.length === 1 && texts[0] === '[]' ? [] : texts.flatMap((text) => valuesOf(field, text));
    if (!isList && values.length > 1) throw usageError(`--${flag} is given ${values.length} times, and takes one value`);
    setAt(input, path, isList ? values : values[0]);
  }
  return input;
};

const readDocument = async (source: string, { readInput: readStandardInput }: Pick<Terminal, 'readInput'>): Promise<Input> => {
  const name = source === '-' ? 'The standard input' : `The file ${source.slice(1)}`;
  const text =
    source === '-'
      ? await readStandardInput()
      : await readFile(source.slice(1), 'utf8').catch((error: unknown) => {
          throw usageError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
        });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // The parser's own error is dropped, because it would contain a part of the input.
    throw usageError(`${name} is not JSON: expected an object with the fields of the input`);
  }
  if (!isMembers(document)) throw usageError(`${name} must be a JSON object with the fields of the input`);
  return document;
};

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Converts the text of a flag to values. A flag for a list of JSON values also accepts a JSON array. */
const valuesOf = (field: InputField, text: string | boolean): readonly unknown[] => {
  const { type, flag } = field;
  if (typeof text === 'boolean' || type === 'string') return [text];
  if (type === 'file') return [{ path: text }];
  if (type === 'json') return jsonOf(field, text);
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw usageError(`--${flag} must be true or false`);
    return [text === 'true'];
  }
  const isWhole = type === 'integer';
  if (!(isWhole ? WHOLE : DECIMAL).test(text)) throw usageError(`--${flag} must be ${isWhole ? 'a whole number' : 'a number'}`);
  return [Number(text)];
};

/** Parses JSON. If the field also allows strings, returns text that is not JSON as a string. */
const jsonOf = ({ flag, isList, schema }: InputField, text: string): readonly unknown[] => {
  const { type, anyOf = [{ type: 'string' }] } = (isList ? schema.items : schema) ?? schema;
  try {
    const value: unknown = JSON.parse(text);
    return isList && Array.isArray(value) ? value : [value];
  } catch {
    if (type === 'any' && anyOf.some((each) => each.type === 'string')) return [text];
    throw usageError(`--${flag} must be JSON, such as '{"name": "value"}'`);
  }
};

const setAt = (input: Input, [name = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) {
    input[name] = value;
    return;
  }
  const known = input[name];
  const inner = typeof known === 'object' && known !== null ? (known as Input) : {};
  input[name] = inner;
  setAt(inner, rest, value);
};
