import { conform, example, type Fields } from './conform.ts';
import { membersOf } from './members.ts';
import type { LikeFailure } from './report.ts';

/** The body of a failure: JSON, a string that is sent unchanged, or nothing. */
export type FailureBody = { readonly document: unknown } | { readonly text: string | null };

/** Members that explain a failure to people. */
const MESSAGES: readonly string[] = ['message', 'detail', 'error', 'msg', 'title', 'error_description'];

/** Returns a failure of the local platform in the form of another environment. The message stays. */
export const failureBody = (failure: LikeFailure, document: unknown): FailureBody => {
  const { status, form, shape, unknownCode } = failure;
  if (form === 'HTML') return { text: `<!doctype html><title>${status}</title>` };
  if (form === 'text') return { text: messageOf(document) ?? String(status) };
  if (form === 'empty') return { text: null };
  const fields: Fields = {
    isAdded: () => true,
    isRemoved: () => true,
    pathOf: (_, name) => name,
    textOf: (name) =>
      MESSAGES.includes(name) ? messageOf(document) : name === 'status' ? String(status) : name === 'code' ? codeOf(document) : undefined,
  };
  const body = shape.types.includes('object') ? conform(shape, document, fields) : example(shape, fields);
  return { document: withStatus(body, String(status), unknownCode ? UNKNOWN_CODE : undefined) };
};

/** A code that no contract contains. */
const UNKNOWN_CODE = 'EXAMPLE_CODE';

/** Replaces the status in `errors[]`, and the code anywhere. */
const withStatus = (value: unknown, status: string, code: string | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => withStatus(item, status, code));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'status' && typeof inner === 'string') return [name, status];
      return [name, name === 'code' && code !== undefined && typeof inner === 'string' ? code : withStatus(inner, status, code)];
    }),
  );
};

const partsOf = (document: unknown): readonly unknown[] => {
  const { errors, error } = membersOf(document);
  return [Array.isArray(errors) ? errors[0] : undefined, error, document];
};

/** Returns the first string under one of the names, in the formats of all services. */
const firstText = (document: unknown, names: readonly string[]): string | undefined =>
  partsOf(document)
    .flatMap((part) => names.map((name) => membersOf(part)[name]))
    .find((value) => typeof value === 'string');

const messageOf = (document: unknown): string | undefined => firstText(document, ['detail', 'message', 'error']);
const codeOf = (document: unknown): string | undefined => firstText(document, ['code']);
