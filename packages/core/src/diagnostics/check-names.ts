import { inputError } from './errors.ts';

/** Every option of an interface. A missing or an extra one does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: 1 };

/** Throws for an option with an unknown name, which would have no effect. Returns the options. */
export const checkNames = <Options extends object>(place: string, options: Options, known: OptionNames<Options>): Options => {
  for (const name in options)
    if (!Object.hasOwn(known, name) && options[name] !== undefined)
      throw inputError(`${place}: the option ${name} is unknown: the options are ${Object.keys(known).join(', ')}`, name);
  return options;
};
