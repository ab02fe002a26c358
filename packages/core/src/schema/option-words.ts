import { record, optional, string, type Schema } from './schema.ts';

// Schemas for options. JSON has no functions, no `Infinity` and no objects with methods.

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
