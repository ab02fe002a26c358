/** The comments of all operations and of their inputs, for the command-line tool. */
import type { FieldComments } from './comments.ts';
import type { ServiceReference } from './service-reference.ts';

/** The comments of one operation. */
interface OperationComments {
  readonly about: string;
  /** The comments of fields, by their dotted names. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns `packages/cli/src/operations/comments.json`. */
export const operationCommentsFile = (services: readonly ServiceReference[]): string => {
  const comments = services.flatMap(({ operations }) =>
    operations.map(({ name, comment, input }): [string, OperationComments] => [
      name,
      { about: comment, fields: Object.fromEntries(flat(input.fields, '')) },
    ]),
  );
  return `${JSON.stringify(Object.fromEntries(comments), null, 1)}\n`;
};

const flat = (fields: Readonly<Record<string, FieldComments>>, prefix: string): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.comment ? [[prefix + name, field.comment] as [string, string]] : []),
    ...flat(field.fields, `${prefix}${name}.`),
  ]);
