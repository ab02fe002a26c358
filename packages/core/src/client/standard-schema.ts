import { callable, checkOptions } from '../schema/options.ts';
import type { Problem } from '../schema/problem.ts';
import { object, optional, type Schema } from '../schema/schema.ts';
import { inputProblemsOf, type CheckedInput } from './check-input.ts';

/** A problem of one field of a form. */
export interface StandardIssue {
  readonly message: string;
  /** The keys that lead to the field; empty for the whole input. */
  readonly path: readonly PropertyKey[];
}

/** A schema that form libraries accept: version 1 of the Standard Schema specification. */
export interface StandardSchema<Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: Input; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };
    /** Contains types for the compiler. Default: absent. */
    readonly types?: { readonly input: Input; readonly output: Input };
  };
}

/** Options of a Standard Schema. */
export interface StandardSchemaOptions {
  /** Returns the message of a problem, such as a translation. Default: the message of the call, such as `name is empty`. */
  readonly message?: (problem: Problem) => string;
}

const standardSchemaOptions = object<StandardSchemaOptions>({ message: optional(callable()) });

const describe = ({ field, message }: Problem): string => `${field || 'the input'} ${message}`;

/**
 * Creates a Standard Schema from an operation's input, so that form libraries check a form by the rules of its call:
 * `toStandardSchema(contract.create.input)`. Pass the operation itself to include the checks that its input schema cannot express.
 */
export const toStandardSchema = <Input>(
  checked: Schema<Input> | CheckedInput<Input>,
  options: StandardSchemaOptions = {},
): StandardSchema<Input> => {
  const { message = describe } = checkOptions('toStandardSchema', standardSchemaOptions, options);
  const operation: CheckedInput<Input> = 'input' in checked ? checked : { input: checked };
  const validate: StandardSchema<Input>['~standard']['validate'] = (value) => {
    const issues = inputProblemsOf(operation, value).map((problem) => ({ message: message(problem), path: pathIn(value, problem.field) }));
    return issues.length > 0 ? { issues } : { value: value as Input };
  };
  return { '~standard': { version: 1, vendor: 'platform-sdk', validate } };
};

/** Splits a dotted field into its keys. A key may contain dots, so the keys of the value decide where the field is split. */
const pathIn = (value: unknown, field: string): PropertyKey[] => {
  if (field === '') return [];
  const [next = ''] = field.split('.');
  const known = Object.keys(Object(value) as object).filter((key) => `${field}.`.startsWith(`${key}.`));
  const [key = next] = known.toSorted((one, other) => other.length - one.length);
  const part = (Object(value) as Readonly<Record<string, unknown>>)[key];
  return [Array.isArray(value) ? Number(key) : key, ...pathIn(part, field.slice(key.length + 1))];
};
