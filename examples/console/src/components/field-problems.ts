import { isPlatformError } from '@platform-sdk/core';
import { createContext } from 'react';

/** The messages from a form's last error, by field name. */
export const FieldProblems = createContext<Readonly<Record<string, string>>>({});

interface Sorted {
  readonly byField: Readonly<Record<string, string>>;
  /** All messages that belong to no field of the form, as one string. Undefined if the service sent no list of problems. */
  readonly rest: string | undefined;
}

/** Assigns the problems in an error to the fields of a form. */
export const sortProblems = (error: unknown, names: readonly string[]): Sorted => {
  const byField: Record<string, string> = {};
  if (!isPlatformError(error) || !error.details) return { byField, rest: undefined };
  const rest: string[] = [];
  for (const { field = '', detail } of error.details) {
    if (!names.includes(field)) rest.push(detail);
    else byField[field] = byField[field] === undefined ? detail : `${byField[field]} ${detail}`;
  }
  return { byField, rest: rest.join(' ') };
};
