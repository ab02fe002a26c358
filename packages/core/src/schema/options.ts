import { inputError } from '../diagnostics/errors.ts';
import { isOfType, strictProblemsOf, type DescribeUnknown } from './check.ts';
import { unknownName } from './nearest.ts';
import { optional, record, string, type Schema } from './schema.ts';

// Schemas for options. Options can contain values that JSON cannot express: functions, `Infinity`, and objects with methods.

/** A number of at least 0, such as a time or a size. The number may be `Infinity`. */
export const amount: Schema<number> = { type: 'amount' };
/** A number of at least `minimum`, which may be `Infinity`. */
/* @__NO_SIDE_EFFECTS__ */ export const atLeast = (minimum: number): Schema<number> => ({ type: 'amount', minimum });
/* @__NO_SIDE_EFFECTS__ */ export const callable = <Call>(): Schema<Call> => ({ type: 'function' });
/** An object or a function with methods. */
/* @__NO_SIDE_EFFECTS__ */ export const objectWith = <T>(...methods: readonly (string & keyof T)[]): Schema<T> => ({
  type: 'any',
  methods,
});
export const abortSignal: Schema<AbortSignal> = { type: 'any', methods: ['addEventListener'], message: 'must be an AbortSignal' };
/** An object whose fields are not checked, such as an instance of a class. */
/* @__NO_SIDE_EFFECTS__ */ export const anyObject = <T extends object>(): Schema<T> => ({ type: 'object' });
export const headerFields: Schema<Readonly<Record<string, string>>> = {
  type: 'any',
  anyOf: [record(optional(string))],
  message: 'must be an object of strings',
};

const OR_FALSE = 'must be an object or false';
/** An object, or `false` to disable the feature that the object configures. */
/* @__NO_SIDE_EFFECTS__ */ export const orFalse = <T>(schema: Schema<T>): Schema<T | false> => ({
  type: 'any',
  anyOf: [{ type: 'boolean', enum: [false], message: OR_FALSE }, schema],
  message: OR_FALSE,
});
/** An option that may be absent or null. */
/* @__NO_SIDE_EFFECTS__ */ export const orNull = <T>(schema: Schema<T>): Schema<T | undefined> =>
  ({ ...schema, optional: true, nullable: true }) as Schema<T | undefined>;
/** A function that may be absent, null or falsy, as in `isDebug && log`. */
/* @__NO_SIDE_EFFECTS__ */ export const orFalsy = <T>(schema: Schema<T>): Schema<T | undefined> =>
  ({ ...schema, optional: true, falsy: true }) as Schema<T | undefined>;

/** Throws for an unknown option, an invalid value, and a promise instead of a value. Returns the options. */
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

/** Throws for a promise, because a promise lacks the members of the value that it resolves to. */
export const checkNoPromise = (what: string, value: unknown, field?: string): void => {
  const { then } = Object(value) as { readonly then?: unknown };
  if (typeof then === 'function') throw inputError(`${what} is a promise: await it`, field);
};
