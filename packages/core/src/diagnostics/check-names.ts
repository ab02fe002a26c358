import { inputError } from './errors.ts';

/** Every option of an interface. A missing or an extra one does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: 1 };

/** Throws for an option with an unknown name, which would have no effect, and for promises in place of values. Returns the options. */
export const checkNames = <Options extends object>(place: string, options: Options, known: OptionNames<Options>): Options => {
  checkNoPromise(`${place}: the options`, options);
  for (const [name, value] of Object.entries(options)) {
    const field = `${place}: the option ${name}`;
    checkNoPromise(field, value, name);
    if (!Object.hasOwn(known, name) && value !== undefined)
      throw inputError(`${field} is unknown: the options are ${Object.keys(known).join(', ')}`, name);
  }
  return options;
};

/** Throws for a promise, which has none of the members of its value. */
export const checkNoPromise = (what: string, value: unknown, field?: string): void => {
  const { then } = Object(value) as { readonly then?: unknown };
  if (typeof then === 'function') throw inputError(`${what} is a promise: await it`, field);
};
