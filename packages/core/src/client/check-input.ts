import { MAX_FAULTS, inputError } from '../diagnostics/errors.ts';
import { callOptions } from '../operation/options.ts';
import { strictProblemsOf, type DescribeUnknown } from '../schema/check.ts';
import { unknownName } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import type { Schema, SchemaData } from '../schema/schema.ts';

/** The part of an operation that determines the fields of its input. */
interface FieldCheck {
  readonly input: SchemaData;
  /** Writes the input in a form other than JSON. Default: JSON. */
  readonly encode?: unknown;
  /** The schema of the call's options, which belong in the second argument. Default: the options of every call. */
  readonly options?: SchemaData;
}

/** The part of an operation that checks its input. */
export interface CheckedInput<in out Input> extends FieldCheck {
  readonly input: Schema<Input>;
  /** Returns problems that a schema cannot express. Called with an input that matches the schema. Default: none. */
  readonly inputProblems?: (input: Input) => readonly Problem[];
}

/** Returns problems of unknown fields, of unsendable values and of the schema. If there are none, returns those of `inputProblems`. */
export const inputProblemsOf = <Input>(operation: CheckedInput<Input>, value: unknown): readonly Problem[] => {
  const { input, encode, options = callOptions } = operation;
  const { unsendable, problems } = strictProblemsOf(input, value, !encode, unknownFieldOf(options));
  if (unsendable.length > 0) return [...unsendable, ...problems];
  return problems.length > 0 ? problems : (operation.inputProblems?.(value as Input) ?? []);
};

const unknownFieldOf =
  ({ properties = {} }: SchemaData): DescribeUnknown =>
  (name, known, path, isOpen) => {
    // Options belong in the second argument, even if the input allows any fields.
    const isOption = path.length === 0 && Object.hasOwn(properties, name);
    if (isOpen && !isOption) return undefined;
    const message = isOption ? 'is an option: pass it after the input' : unknownName(name, Object.keys(known), 'fields');
    return { field: [...path, name].join('.'), message };
  };

/** Throws if there is a problem. The error describes the first problem, and lists at most `MAX_FAULTS` problems. */
const refuse = (name: string, problems: readonly Problem[]): void => {
  const [first] = problems;
  if (!first) return;
  const details = problems.slice(0, MAX_FAULTS).map(({ field, message }) => ({ field, detail: sentenceOf(field, message) }));
  throw inputError(`${name}: ${sentenceOf(first.field, first.message)}`, first.field, name, details);
};

const sentenceOf = (field: string, message: string): string => `${field || 'the input'} ${message}`;

/** Throws for an input with unknown fields or unsendable values; `checkInput` does this too. */
export const checkFields = (name: string, operation: FieldCheck, input: unknown): void => {
  const { input: schema, encode, options = callOptions } = operation;
  refuse(name, strictProblemsOf(schema, input, !encode, unknownFieldOf(options)).unsendable);
};

/** Throws if the input has any problem that `inputProblemsOf` finds. */
export const checkInput = <In>(name: string, operation: CheckedInput<In>, input: In): void => {
  refuse(name, inputProblemsOf(operation, input));
};

/** Throws for a string that UTF-8 would change. */
export const checkText = (field: string, text: string): void => {
  // UTF-8 cannot encode half of a surrogate pair: U+FFFD would be sent instead.
  if (/\p{Cs}/u.test(text)) throw inputError(`${field} contains half of a character (a lone surrogate), which cannot be sent`, field);
};
