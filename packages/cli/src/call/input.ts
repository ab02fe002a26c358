import { readFile } from 'node:fs/promises';
import { usageError } from '../command.ts';
import type { InputField } from '../operations/fields.ts';
import type { OperationEntry } from '../operations/operations.ts';
import type { Terminal } from '../terminal.ts';

export type Input = Record<string, unknown>;

/** The values of flags, as `parseArgs` returns them. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Returns the options of `parseArgs` for an operation's flags. `args` names the members of open objects, such as `--metadata.team`. */
export const flagOptions = (
  { fields }: OperationEntry,
  args: readonly string[],
): Record<string, { readonly type: 'string' | 'boolean'; readonly multiple: true }> => {
  const options = Object.fromEntries(
    fields.map(({ flag, type, isList }) => [
      flag,
      { type: type === 'boolean' && !isList ? ('boolean' as const) : ('string' as const), multiple: true as const },
    ]),
  );
  for (const arg of args) {
    const [, name = ''] = /^--([^=]+)/.exec(arg) ?? [];
    if (!(name in options) && openFieldOf(fields, name)) options[name] = { type: 'string', multiple: true };
  }
  // The JSON of a whole object, such as `--config '{"stream":false}'`.
  for (const { path, flag } of fields)
    for (let depth = path.length - 1; depth > 0; depth--)
      options[flag.split('.').slice(0, depth).join('.')] ??= { type: 'string', multiple: true };
  return options;
};

/** Returns the field of an object with any keys that contains a flag. */
const openFieldOf = (fields: readonly InputField[], flag: string): InputField | undefined =>
  fields.find((field) => field.type === 'json' && !field.isList && field.schema.type === 'object' && flag.startsWith(`${field.flag}.`));

/** Returns the input of a call: the document of `-` or `@file`, with the values of flags. Throws a usage error that names the flag. */
export const readInput = async (
  { fields }: OperationEntry,
  flags: FlagValues,
  document: string | undefined,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Input> => {
  const input = document === undefined ? {} : await readDocument(document, terminal);
  for (const [flag, given] of Object.entries(flags)) {
    if (given === undefined) continue;
    const texts = Array.isArray(given) ? (given as readonly (string | boolean)[]) : [given as string | boolean];
    const field = fields.find((each) => each.flag === flag);
    const open = field ? undefined : openFieldOf(fields, flag);
    const path = field?.path ?? (open ? [...open.path, ...flag.slice(open.flag.length + 1).split('.')] : objectPathOf(fields, flag));
    const type = field?.type ?? (open?.schema.values?.type === 'string' ? 'string' : 'json');
    const values = texts.flatMap((text) => valueOf(flag, type, text, field));
    if (!field?.isList && values.length > 1) throw usageError(`--${flag} is given ${values.length} times, and takes one value`);
    setAt(input, path, field?.isList ? values : values[0], flag);
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
    // The parser's error would contain a part of the input.
    throw usageError(`${name} is not JSON: expected an object with the fields of the input`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw usageError(`${name} must be a JSON object with the fields of the input`);
  return document as Input;
};

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Converts the text of a flag. A list of JSON values may also be one JSON array. */
const valueOf = (flag: string, type: InputField['type'], text: string | boolean, field: InputField | undefined): unknown[] => {
  if (typeof text === 'boolean' || type === 'string') return [text];
  if (type === 'file') return [{ path: text }];
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw usageError(`--${flag} must be true or false`);
    return [text === 'true'];
  }
  if (type === 'json') return jsonOf(flag, text, field);
  if (!(type === 'integer' ? WHOLE : DECIMAL).test(text))
    throw usageError(`--${flag} must be ${type === 'integer' ? 'a whole number' : 'a number'}`);
  return [Number(text)];
};

/** Reads JSON. Where the contract allows a string, any other text is a string. */
const jsonOf = (flag: string, text: string, field: InputField | undefined): unknown[] => {
  const kind = field?.isList ? field.schema.items : field?.schema;
  try {
    const value: unknown = JSON.parse(text);
    return field?.isList && Array.isArray(value) && kind?.type !== 'array' ? (value as unknown[]) : [value];
  } catch {
    const isStringAllowed = kind === undefined || kind.type === 'any';
    if (isStringAllowed && (kind?.anyOf ?? [{ type: 'string' }]).some((each) => each.type === 'string')) return [text];
    throw usageError(`--${flag} must be JSON, such as '${kind?.type === 'array' ? '[]' : '{"name": "value"}'}'`);
  }
};

/** Returns the names of an object whose fields have flags: `--config` for `--config.model-preference`. */
const objectPathOf = (fields: readonly InputField[], flag: string): readonly string[] => {
  const inner = fields.find((field) => field.flag.startsWith(`${flag}.`));
  return inner?.path.slice(0, flag.split('.').length) ?? [flag];
};

const setAt = (input: Input, path: readonly string[], value: unknown, flag: string): void => {
  const [name = '', ...rest] = path;
  if (name === '__proto__') throw usageError(`--${flag} names no field`);
  if (rest.length === 0) {
    const known = input[name];
    // The JSON of a whole object keeps the fields that other flags have set.
    const isMerged = isPlainObject(known) && isPlainObject(value);
    input[name] = isMerged ? { ...value, ...known } : value;
    return;
  }
  const inner = isPlainObject(input[name]) ? input[name] : {};
  input[name] = inner;
  setAt(inner, rest, value, flag);
};

const isPlainObject = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value);
