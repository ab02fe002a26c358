import { example } from './conform.ts';
import { isMembers, membersOf, type Members } from '@platform-sdk/core/internal';
import { WITHHELD, type LikeFailure, type LikeShape } from './report.ts';

/** The body of a failure: JSON, a string that is sent unchanged, or nothing. */
export type FailureBody = { readonly document: unknown } | { readonly text: string | null };

/** Converts a failure of the local platform to the format of another environment. The message stays if the format contains a message. */
export const failureBody = (failure: LikeFailure, document: unknown): FailureBody => {
  const { status, form, shape, unknownCode } = failure;
  const message = textIn(document, ['detail', 'message', 'error']);
  if (form === 'HTML') return { text: `<!doctype html><title>${status}</title>` };
  if (form === 'text') return { text: message ?? `${status}` };
  if (form === 'empty') return { text: null };
  const code = unknownCode ? UNKNOWN_CODE : textIn(document, ['code']);
  const textOf = (name: string): string | undefined => {
    if (name === 'status') return `${status}`;
    if (name === 'code') return code;
    return MESSAGES.includes(name) ? message : undefined;
  };
  return { document: example(shape, textOf) };
};

/** A code that no contract contains. */
const UNKNOWN_CODE = 'EXAMPLE_CODE';
/** Members that explain a failure to people. */
const MESSAGES: readonly string[] = ['message', 'detail', 'error', 'msg', 'title'];

/** Returns the first string under one of the names, in the formats of all services. */
const textIn = (document: unknown, names: readonly string[]): string | undefined => {
  const { errors, error } = membersOf(document);
  return [Array.isArray(errors) ? errors[0] : undefined, error, document]
    .flatMap((part) => names.map((name) => membersOf(part)[name]))
    .find((value) => typeof value === 'string');
};

/** Documented members of error bodies. Only the rules of the local platform set these members. */
const DOCUMENTED = new Set(
  'errors error detail message success code id links status title source meta pointer parameter type loc msg input ctx details'.split(' '),
);

/** Adds the undocumented members of an environment's error body to an error body in the same format. */
export const withUnknownFields = ({ shape }: LikeFailure, document: unknown): unknown => adding(shape, document);

const adding = (shape: LikeShape, value: unknown): unknown => {
  const { fields, items } = shape;
  if (Array.isArray(value)) return items ? value.map((item) => adding(items, item)) : value;
  return isMembers(value) && fields ? addingTo(value, fields) : value;
};

const addingTo = (object: Members, fields: Readonly<Record<string, LikeShape>>): Members => {
  const own = Object.entries(object).map(([name, value]) => [
    name,
    Object.hasOwn(fields, name) ? adding(fields[name] as LikeShape, value) : value,
  ]);
  const added = Object.entries(fields)
    .filter(([name]) => !Object.hasOwn(object, name) && !DOCUMENTED.has(name) && name !== WITHHELD)
    .map(([name, inner]) => [name, example(inner)]);
  return Object.fromEntries([...own, ...added]) as Members;
};
