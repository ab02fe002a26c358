import type { Members } from './log.ts';

/** Matches words that report a failure. The last line of a successful crawl contains no such words. */
const BAD =
  /\b(?:un)?(?:fail|error|crash|abort|exception|fatal|panic|kill|refus|denied|timeout|timed|unexpected|cannot|unable|partial|incomplete|interrupt|cancel|terminat|stopp|reject|unsuccessful)|\bnet::|\bcode\s?[:=]?\s?-?[1-9]|\bsig(?:kill|term|segv|abrt|int|hup)\b/i;
/** Matches a count of zero failures. */
const NO_FAILURES =
  /\b(?:0|no|without(?: any)?)\s+(?:fail\w*|errors?|warnings?|problems?)\b|\b(?:failed|failures|errors|warnings)\s*[:=]\s*0\b/gi;
/** Matches a crawl of zero pages. */
const NO_PAGES =
  /(?<![\w.,])(?:0|no|zero)\s+(?:real\s+)?(?:pages?|urls?|files?|documents?)\b|\b(?:pages|urls|files|total)\s*[:=]\s*0(?![\d.])/i;
/** Matches words that report a successful end, or its duration. */
const GOOD =
  /^(?:successfully|success|ok|okay|well|in|after|with|for|from|to|at|of|and|on|a|all|the|total|pages?|urls?|files?|links?|documents?|depth|crawled|converted|saved|found|processed|discovered|stored|written|cached|time|took|elapsed|duration|no|failures?|failed|errors?|warnings?|problems?|without|any|\d[\d.,:]*(?:ms|s|m|h|min|kb|mb|gb|%)?|ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|kb|mb|gb|bytes?|words?)$/i;
const STATUS = /^(?:ok|success|successful|succeeded|completed?|done|finished)$/i;
/** Matches the beginning of a path or a URL, but not `failed/crashed` or `3/10`. */
const PATH = /^(?:[a-z][a-z\d+.-]*:)?\.{0,2}[/\\]|^[\w-]+(?:\.[\w-]+)+[/\\]/i;

/** Returns true for the path of a file or a folder. A path with spaces must begin like a path and end in `.json`. */
const isFile = (text: string): boolean =>
  /\s/.test(text) ? PATH.test(text) && /\.json$/i.test(text) : /[/\\]/.test(text) && /[a-z]/i.test(text);

/** Removes paths and URLs from a string. */
const withoutPaths = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !PATH.test(word))
    .join(' ');

const isFailureText = (text: string): boolean => {
  const words = withoutPaths(text);
  return NO_PAGES.test(words) || BAD.test(words.replace(NO_FAILURES, ''));
};

/** Judges a crawl's last line by `tail`, the text after its known beginning. Returns undefined if `tail` reports neither end. */
export const judgeEnd = (tail: string, isMetadata: boolean): 'good' | 'failure' | undefined => {
  if (isMetadata && isFile(tail)) return 'good';
  if (isFailureText(tail)) return 'failure';
  if (isMetadata) return undefined;
  const words = withoutPaths(tail).split(/[\s,;:!()[\]|·•—–=✨✅🎉-]+/u);
  return words.every((word) => word === '' || word === '.' || GOOD.test(word.replace(/\.$/, ''))) ? 'good' : undefined;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The members that count failures or describe them. */
const FAILURES = ['error', 'errors', 'failed', 'failure', 'failures', 'exception', 'timedOut', 'aborted', 'cancelled', 'canceled'];
/** The members that count pages. */
const COUNTS = ['total', 'pages', 'pageCount', 'totalPages', 'pages_crawled', 'crawled', 'converted'];

/** Returns true if members report a failure. */
export const saysFailure = (members: Members): boolean => {
  const { success, ok, status, message } = members;
  return (
    [success, ok].some((value) => value !== undefined && value !== null && isEmpty(value)) ||
    (typeof status === 'string' && !STATUS.test(status)) ||
    (typeof message === 'string' && isFailureText(message)) ||
    FAILURES.some((name) => !isEmpty(members[name])) ||
    COUNTS.some((name) => (members[name] ?? null) !== null && members[name] !== false && isEmpty(members[name]))
  );
};

/** Returns the failure message in members: a string, or the message of an object. */
export const wordsOfFailure = ({ error, message }: Members): string => {
  const inner = typeof error === 'object' && error !== null ? (error as Members)['message'] : undefined;
  return [error, inner, message].find((text): text is string => typeof text === 'string' && text !== '') ?? '';
};
