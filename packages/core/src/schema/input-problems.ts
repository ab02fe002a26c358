import { sendingProblemsOf } from './check.ts';
import type { Problem } from './problem.ts';
import type { Schema } from './schema.ts';

/** The part of an operation that decides which inputs it takes. */
export interface CheckedInput<in out Input> {
  readonly input: Schema<Input>;
  /** Finds problems that no schema can express, in an input that its schema allows. Default: none. */
  readonly inputProblems?: (input: Input) => readonly Problem[];
  /** Writes the input in another form than JSON. Default: JSON. */
  readonly encode?: unknown;
}

/** Returns every problem of an input that is about to be sent: first its values that cannot be sent, then the others. */
export const inputProblemsOf = <Input>({ input, inputProblems, encode }: CheckedInput<Input>, value: unknown): readonly Problem[] => {
  const { unsendable, problems } = sendingProblemsOf(input, value, !encode);
  if (unsendable.length > 0) return [...unsendable, ...problems];
  return problems.length > 0 ? problems : (inputProblems?.(value as Input) ?? []);
};
