import { isMembers } from '@platform-sdk/core/internal';
import { isPresent } from '@platform-sdk/core/streams';
import type { Line, Members } from './log.ts';

/** The rules by which an operation recognizes its final JSON. */
export interface FinalRules {
  /** Returns true if a JSON object contains the operation's content. For example, `{"success": true}` alone is not a page. */
  readonly hasContent: (document: Members) => boolean;
  /** Returns true if an object with `success: false` is still a result, such as a batch whose pages failed. Default: always false. */
  readonly isPartial?: (document: Members) => boolean;
  /** Returns the failure message in an object without content. Default: none. */
  readonly failureOf?: (document: Members) => string | undefined;
  /** Returns true if a line of JSON can contain the final JSON. Returns false if the line concerns a single page. Default: always true. */
  readonly isOfJob?: (line: Members, document: Members) => boolean;
}

/** Returns true for an `error` with content. After a success, servers may send `null`, `false` or an empty value as the error. */
export const isError = isPresent;

/** Returns true if the value of `success` means success. In events, the value may be a number of pages. */
export const isSuccess = (success: unknown): boolean =>
  success === true || success === 'true' || (typeof success === 'number' && success > 0);

/** Returns true if a page contains Markdown. An empty string with an error is a failure. */
export const hasMarkdown = ({ markdown, error }: Members): boolean =>
  typeof markdown === 'string' && (markdown.trim() !== '' || !isError(error));

/** Returns whether a JSON value is the operation's result or its failure. Returns undefined for any other value of the log. */
export const verdictOf = (document: unknown, { hasContent, isPartial }: FinalRules): 'result' | 'failure' | undefined => {
  if (!isMembers(document)) return undefined;
  const { success, error } = document;
  const hasError = isError(error);
  if (((success ?? undefined) !== undefined || hasError) && !isSuccess(success)) return isPartial?.(document) ? 'result' : 'failure';
  if (hasContent(document)) return 'result';
  return hasError ? 'failure' : undefined;
};

/** Returns the final JSON in the last line of a log, if no delimiter precedes it. */
export const finalIn = ({ members }: Line, rules: FinalRules, toOurs: (document: unknown) => unknown): Members | undefined => {
  const document = members && toOurs(members['result'] ?? members['data'] ?? members);
  if (!isMembers(document) || rules.isOfJob?.(members as Members, document) === false) return undefined;
  return verdictOf(document, rules) && document;
};
