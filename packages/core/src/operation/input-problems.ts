import { strictProblemsOf, type DescribeUnknown } from '../schema/check.ts';
import type { Problem } from '../schema/problem.ts';
import type { Schema, SchemaData } from '../schema/schema.ts';
import { unknownName } from '../schema/nearest.ts';
import { callOptions } from './options.ts';

/** The part of an operation that checks its input. */
export interface CheckedInput<in out Input> {
  readonly input: Schema<Input>;
  /** Finds problems that no schema can express, in an input that its schema allows. Default: none. */
  readonly inputProblems?: (input: Input) => readonly Problem[];
  /** Writes the input in a form other than JSON. Default: JSON. */
  readonly encode?: unknown;
  /** The check of the call's options, which are not fields of its input. Default: the options of every call. */
  readonly options?: SchemaData;
}

/** Returns every problem of an input before it is sent. Unsendable values come first. */
export const inputProblemsOf = <Input>(operation: CheckedInput<Input>, value: unknown): readonly Problem[] => {
  const { unsendable, problems } = problemsOf(operation, value);
  if (unsendable.length > 0) return [...unsendable, ...problems];
  return problems.length > 0 ? problems : (operation.inputProblems?.(value as Input) ?? []);
};

/** Returns the unknown fields and the unsendable values of an input. */
export const unsendableIn = (operation: UncheckedInput, value: unknown): readonly Problem[] => problemsOf(operation, value).unsendable;

type UncheckedInput = Omit<CheckedInput<never>, 'input' | 'inputProblems'> & { readonly input: SchemaData };

const problemsOf = ({ input, encode, options = callOptions }: UncheckedInput, value: unknown) =>
  strictProblemsOf(input, value, !encode, unknownFieldOf(options));

const unknownFieldOf =
  ({ properties = {} }: SchemaData): DescribeUnknown =>
  (name, known, path, isOpen) => {
    // Options belong in the second argument, even if the input allows any fields.
    const isOption = path.length === 0 && Object.hasOwn(properties, name);
    if (isOpen && !isOption) return undefined;
    const message = isOption ? 'is an option: pass it after the input' : unknownName(name, Object.keys(known), 'fields');
    return { field: [...path, name].join('.'), message };
  };
