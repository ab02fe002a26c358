import { inputError, MAX_FAULTS } from '../diagnostics/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { inputProblemsOf, unsendableIn, type CheckedInput } from '../operation/input-problems.ts';
import type { Problem } from '../schema/problem.ts';

/** Throws if there is a problem. The error describes the first one, and lists all of them. */
const refuse = (name: string, problems: readonly Problem[]): void => {
  const [first] = problems;
  if (!first) return;
  const details = problems.slice(0, MAX_FAULTS).map(({ field, message }) => ({ field, detail: sentenceOf(field, message) }));
  throw inputError(`${name}: ${sentenceOf(first.field, first.message)}`, first.field, name, details);
};

const sentenceOf = (field: string, message: string): string => `${field || 'the input'} ${message}`;

/** Throws for an input with unknown fields or unsendable values; `checkInput` does this too. */
export const checkFields = (name: string, operation: Pick<AnyOperation, 'input' | 'encode' | 'options'>, input: unknown): void => {
  refuse(name, unsendableIn(operation, input));
};

/** Throws for an input that the operation cannot send. */
export const checkInput = <In>(name: string, operation: CheckedInput<In>, input: In): void => {
  refuse(name, inputProblemsOf(operation, input));
};

/** Throws for a string that UTF-8 would change. */
export const checkText = (field: string, text: string): void => {
  // UTF-8 cannot encode half of a surrogate pair: U+FFFD would be sent instead.
  if (/\p{Cs}/u.test(text)) throw inputError(`${field} contains half of a character (a lone surrogate), which cannot be sent`, field);
};
