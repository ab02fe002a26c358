import type { Line, Members } from './log.ts';

/** How an operation recognises its final JSON. */
export interface FinalRules {
  /** Whether a JSON object holds what the operation promises: `{"success": true}` alone is no page. */
  readonly hasContent: (document: Members) => boolean;
  /** Whether a document with `success: false` is a result all the same: a batch whose pages failed. Default: none is. */
  readonly isPartial?: (document: Members) => boolean;
  /** Whether the document of a line in JSON can be the final JSON, and is not about one page of many. Default: every one can. */
  readonly isOfJob?: (line: Members, document: Members) => boolean;
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of a failure, in the forms that servers have for them. */
export const wordsOf = ({ error, message }: Members): string =>
  [error, isObject(error) && error['message'], message].find((text): text is string => typeof text === 'string' && text !== '') ?? '';

/** Decides what a JSON value is to an operation. Only a result or a failure ends its log. */
export const verdictOf = (document: unknown, { hasContent, isPartial }: FinalRules): 'result' | 'failure' | undefined => {
  if (!isObject(document)) return undefined;
  const { success, error } = document;
  const hasError = (error ?? undefined) !== undefined;
  if (success === false || (hasError && success !== true)) return isPartial?.(document) ? 'result' : 'failure';
  if (hasContent(document)) return 'result';
  return hasError ? 'failure' : undefined;
};

/** The final JSON that the last line of a log is, where it stands behind no delimiter. */
export const finalIn = ({ members }: Line, rules: FinalRules, toOurs: (document: unknown) => unknown): Members | undefined => {
  const document = members && toOurs(members['result'] ?? members['data'] ?? members);
  if (!isObject(document) || rules.isOfJob?.(members as Members, document) === false) return undefined;
  return verdictOf(document, rules) && document;
};
