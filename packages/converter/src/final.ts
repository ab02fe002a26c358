import type { Line, Members } from './log.ts';

/** How an operation recognises its final JSON. */
export interface FinalRules {
  /** Whether a JSON object holds what the operation promises: `{"success": true}` alone is no page. */
  readonly hasContent: (document: Members) => boolean;
  /** Whether a document with `success: false` is a result all the same: a batch whose pages failed. Default: none is. */
  readonly isPartial?: (document: Members) => boolean;
  /** Returns the words of a failure that a document without content contains. Default: none does. */
  readonly failureOf?: (document: Members) => string | undefined;
  /** Whether the document of a line in JSON can be the final JSON, and is not about one page of many. Default: every one can. */
  readonly isOfJob?: (line: Members, document: Members) => boolean;
}

/** Returns true for an object of JSON. */
export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true for an `error` with content. Servers send `null`, `false` and empty values with a success. */
export const isError = (error: unknown): boolean =>
  Boolean(error) && (typeof error !== 'object' || Object.keys(error as object).length > 0);

/** Returns true for a `success` that is not false. Events count pages in it, and an absent one counts as true. */
export const isSuccess = (success: unknown): boolean =>
  success === true || success === 'true' || (typeof success === 'number' && success > 0);

/** Returns true if a page has its Markdown. An empty one beside an error is a failure. */
export const hasMarkdown = ({ markdown, error }: Members): boolean =>
  typeof markdown === 'string' && (markdown.trim() !== '' || !isError(error));

/** Decides what a JSON value is to an operation. Only a result or a failure ends its log. */
export const verdictOf = (document: unknown, { hasContent, isPartial }: FinalRules): 'result' | 'failure' | undefined => {
  if (!isObject(document)) return undefined;
  const { success, error } = document;
  const hasError = isError(error);
  if (((success ?? undefined) !== undefined || hasError) && !isSuccess(success)) return isPartial?.(document) ? 'result' : 'failure';
  if (hasContent(document)) return 'result';
  return hasError ? 'failure' : undefined;
};

/** The final JSON that the last line of a log is, where it stands behind no delimiter. */
export const finalIn = ({ members }: Line, rules: FinalRules, toOurs: (document: unknown) => unknown): Members | undefined => {
  const document = members && toOurs(members['result'] ?? members['data'] ?? members);
  if (!isObject(document) || rules.isOfJob?.(members as Members, document) === false) return undefined;
  return verdictOf(document, rules) && document;
};
