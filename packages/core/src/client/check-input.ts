import { inputError } from '../diagnostics/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { sendingProblemsOf } from '../schema/check.ts';
import { inputProblemsOf, type CheckedInput } from '../schema/input-problems.ts';
import type { Problem } from '../schema/problem.ts';

const refuse = (name: string, { field, message }: Problem): never => {
  throw inputError(`${name}: ${field || 'the input'} ${message}`, field, name);
};

/** Throws for an input with unknown fields, or with values that cannot be sent; `checkInput` does this too. */
export const checkFields = (name: string, { input: schema, encode }: Pick<AnyOperation, 'input' | 'encode'>, input: unknown): void => {
  const [problem] = sendingProblemsOf(schema, input, !encode).unsendable;
  if (problem) refuse(name, problem);
};

/** Throws for an input that the operation cannot send. */
export const checkInput = <In>(name: string, operation: CheckedInput<In>, input: In): void => {
  const [problem] = inputProblemsOf(operation, input);
  if (problem) refuse(name, problem);
};

/** Throws for a text that UTF-8 would change. */
export const checkText = (field: string, text: string): void => {
  // UTF-8 cannot hold half of a surrogate pair: U+FFFD would be sent in its place.
  if (/\p{Cs}/u.test(text)) throw inputError(`${field} contains half of a character (a lone surrogate), which cannot be sent`, field);
};
