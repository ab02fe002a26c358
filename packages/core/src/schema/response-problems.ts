import type { Problem } from './problem.ts';

const problemsKey = Symbol.for('@platform-sdk/response-problems');

/** Attaches the problems of a response outside the response itself, so that JSON and copies do not contain them. */
export const attachProblems = (response: unknown, problems: readonly Problem[]): void => {
  Object.defineProperty(response, problemsKey, { value: problems, configurable: true });
};

/**
 * Returns how a billed response differs from the API specification, such as `[{ field: 'usage.total_tokens', message: 'is required' }]`.
 * The list is empty for a valid response, for a response that is not billed, and with `validation: 'off'`.
 */
export const getResponseProblems = (response: object): readonly Problem[] =>
  (response as { readonly [problemsKey]?: readonly Problem[] })[problemsKey] ?? [];
