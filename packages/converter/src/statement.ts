import { isError } from './final.ts';
import { judgeEnd, saysFailure, wordsOfFailure } from './good-end.ts';
import type { Line, Members } from './log.ts';
import { createPrintedObject, type PrintedObject } from './printed-object.ts';

/** The state of a job according to the last lines of its log. */
export type Statement =
  /** The job failed; `words` is the message. */
  | { readonly is: 'failed'; readonly words: string; readonly members?: Members | undefined }
  /** A crawl ended successfully; `words` is the line. */
  | { readonly is: 'ended'; readonly words: string }
  /** The job still runs. */
  | { readonly is: 'going' };

/** Tracks the state of a job through its log. */
export interface Statements {
  /** Reads the next line. */
  push(line: Line): void;
  /** Returns the state after the last line, which determines the outcome. */
  last(): Statement;
}

/** Matches a line that reports a failure, such as `Error: net::ERR_FAILED` or `Crawl failed: ...`. A symbol or a time may come first. */
const FAILED = /^(?:[\W\d]|(?<=\d)[TZ])*(?:uncaught )?(?:[a-z]{0,40}error|crawl (?:failed|error))\s*:\s*/i;
/** Matches a failure without a label such as `Error:`. */
const FAILED_WORDS = /^\W*(?=crawl discovered no pages|net::ERR_)/i;
/** Matches the beginning of the line that reports the end of a crawl, on servers that send no final JSON. */
const ENDED = /^\W*(site metadata:|crawl(?:ing)? (?:is |has )?(?:completed?|finished|done)\b)/i;
/** Matches lines that may follow a failure or an end: stack frames and messages about closing. */
const AFTERMATH = /^\W*(?:at |browser|clos|clean|shut|exit|disconnect)/i;

/**
 * Every relevant line contains a part of `error`, `crawl`, `net::` or `metadata`. Until the first statement, all other lines can be
 * skipped. Searching for whole words, or with the flag `i`, would take twice as long.
 */
const ANY_PART = /[rR]{2}[oO][rR]|[rR][aA][wW][lL]|[eE][tT]::|[tT][aA][dD][aA]/;

/** The number of characters to check at the start of a line, because a line may be long. */
const BEGINNING = 200;
/** The maximum number of lines and of characters in printed metadata. A longer object is not metadata. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 20_000;

/** Names of events that contain the final JSON. */
export const FINAL_EVENT = /^(?:result|final|completed?|done)$/;

const GOING: Statement = { is: 'going' };

/** Returns the failure that a plain line reports, or undefined. */
export const failureIn = (text: string): (Statement & { readonly is: 'failed' }) | undefined => {
  const beginning = text.slice(0, BEGINNING);
  const [failed] = FAILED.exec(beginning) ?? FAILED_WORDS.exec(beginning) ?? [];
  return failed === undefined ? undefined : { is: 'failed', words: text.slice(failed.length) };
};

const inMembers = (members: Members, text: string): Statement => {
  const { type, event, error, url, mode, success } = members;
  const name = event ?? type;
  const isEnd = name === 'site_metadata' || (name === 'complete' && mode === 'crawl');
  // A failed step does not fail the job, because the server may repeat it. The line of a failed page contains a URL.
  const isAboutAll = url === undefined && (name === undefined || (typeof name === 'string' && FINAL_EVENT.test(name)));
  const hasFailed = name === 'error' || (url === undefined && isError(error)) || (isAboutAll && success === false);
  if (hasFailed || (isEnd && saysFailure(members))) return { is: 'failed', words: wordsOfFailure(members) || text, members };
  return isEnd ? { is: 'ended', words: text } : GOING;
};

/** The metadata of a crawl while its object is still incomplete. */
interface Pending {
  readonly object: PrintedObject;
  readonly lines: string[];
  size: number;
}

/** Creates a tracker, which reads the lines of a job's log. */
export const createStatements = (): Statements => {
  let last: Statement = GOING;
  let pending: Pending | undefined;

  /** Reads a line of the pending object. Returns false for a line outside the object. */
  const go = (text: string, printed: string, isEnded: boolean): boolean => {
    const { object, lines } = pending as Pending;
    (pending as Pending).size += text.length;
    lines.push(text);
    if ((pending as Pending).size > MAX_CHARACTERS || lines.length > MAX_LINES || !object.push(printed)) return false;
    if (!object.isWhole()) return true;
    const words = lines.join('\n').trim();
    const hasFailed = object.members().some(({ name, value }) => saysFailure({ [name]: simple(value) }));
    last = hasFailed ? { is: 'failed', words } : isEnded ? { is: 'ended', words } : GOING;
    pending = undefined;
    return true;
  };

  const end = (text: string, beginning: string, isEnded: boolean): void => {
    const tail = text.slice(beginning.length).trim();
    const isMetadata = beginning.endsWith(':');
    if (isMetadata && (tail === '' || tail.startsWith('{'))) {
      last = GOING;
      pending = { object: createPrintedObject(), lines: [], size: 0 };
      if (!go(text, tail, isEnded)) pending = undefined;
      return;
    }
    const verdict = judgeEnd(tail, isMetadata);
    // Without a line break, the line may be truncated, so it does not count as a successful end.
    if (verdict === 'failure') last = { is: 'failed', words: text.trim() };
    else last = verdict === 'good' && isEnded ? { is: 'ended', words: text.trim() } : GOING;
  };

  return {
    last: () => last,
    push({ event: { text }, members, isEnded }) {
      if (last === GOING && !pending && !members && !ANY_PART.test(text)) return;
      const failure = members ? undefined : failureIn(text);
      if (pending && !members && (!failure || text.startsWith(' ')) && go(text, text, isEnded)) return;
      pending = undefined;
      const beginning = text.slice(0, BEGINNING);
      const [ended] = ENDED.exec(beginning) ?? [];
      if (members) last = inMembers(members, text);
      else if (failure) last = failure;
      else if (ended !== undefined) end(text, ended, isEnded);
      else if (!AFTERMATH.test(beginning)) last = GOING;
      // A browser crash after a success makes the success doubtful. After a failure, the crash is part of the failure.
      else if (last.is === 'ended' && saysFailure({ message: text })) last = { is: 'failed', words: text.trim() };
    },
  };
};

/** Parses the value of a printed member. */
const simple = (value: string): unknown => {
  if (/^['"`]/.test(value)) return value.slice(1, -1);
  if (value === '' || value === 'null' || value === 'undefined') return undefined;
  if (value === '[]' || value === '{}') return [];
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isNaN(Number(value)) ? value : Number(value);
};
