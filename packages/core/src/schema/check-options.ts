import { inputError } from '../diagnostics/errors.ts';
import { isOfType, strictProblemsOf, type DescribeUnknown } from './check.ts';
import type { Schema } from './schema.ts';
import { unknownName } from './nearest.ts';

/** Throws for an unknown option, which would have no effect, and for a value of the wrong type. Returns the options. */
export const checkOptions = <Options extends object>(
  place: string,
  schema: Schema<Options>,
  options: NoInfer<Options>,
  operation?: string,
): Options => {
  checkNoPromise(`${place}: the options`, options);
  // Catches calls such as `login(username, password)`.
  if (!isOfType('object', options)) throw inputError(`${place}: the options must be an object`, undefined, operation);
  for (const [name, value] of Object.entries(options)) checkNoPromise(`${place}: the option ${name}`, value, name);
  const { unsendable, problems } = strictProblemsOf(schema, options, false, unknownOption);
  const [problem] = [...unsendable, ...problems];
  if (!problem) return options;
  const { field, message } = problem;
  throw inputError(`${place}: ${field ? `the option ${field}` : 'the options'} ${message}`, field || undefined, operation);
};

const unknownOption: DescribeUnknown = (name, known, path, isOpen) =>
  isOpen ? undefined : { field: [...path, name].join('.'), message: unknownName(name, Object.keys(known), 'options') };

/** Throws for a promise, which lacks the members of its value. */
export const checkNoPromise = (what: string, value: unknown, field?: string): void => {
  const { then } = Object(value) as { readonly then?: unknown };
  if (typeof then === 'function') throw inputError(`${what} is a promise: await it`, field);
};
