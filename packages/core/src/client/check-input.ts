import { inputError } from '../diagnostics/errors.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import { hasLoneSurrogate, inputProblem } from '../schema/input-problem.ts';
import { problemsOf, type Problem } from '../schema/schema.ts';

/** What of an operation decides which inputs it takes. */
type Checked<In> = Pick<Operation<In, unknown>, 'input' | 'inputProblems' | 'encode'>;

const refuse = (name: string, { field, message }: Problem): never => {
  throw inputError(`${name}: ${field || 'the input'} ${message}`, field, name);
};

/** Throws for an input with unknown fields, or with values that cannot be sent; `checkInput` does this too. */
export const checkFields = (name: string, { input: schema, encode }: Pick<AnyOperation, 'input' | 'encode'>, input: unknown): void => {
  const problem = inputProblem(schema, input, !encode);
  if (problem) refuse(name, problem);
};

/** Throws for an input that the operation cannot send. */
export const checkInput = <In>(name: string, operation: Checked<In>, input: In): void => {
  checkFields(name, operation, input);
  const [problem = operation.inputProblems?.(input)[0]] = problemsOf(operation.input, input);
  if (problem) refuse(name, problem);
};

/** Throws for a text that would not arrive as it is. */
export const checkText = (field: string, text: string): void => {
  if (hasLoneSurrogate(text)) throw inputError(`${field} contains half of a character (a lone surrogate), which cannot be sent`, field);
};
