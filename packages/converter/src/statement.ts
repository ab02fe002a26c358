import { isError } from './final.ts';
import { judgeEnd, saysFailure, wordsOfFailure } from './good-end.ts';
import type { Line, Members } from './log.ts';
import { createPrintedObject, type PrintedObject } from './printed-object.ts';

/** What the last lines of a log say of the job. */
export type Statement =
  /** It failed, in these words. */
  | { readonly is: 'failed'; readonly words: string; readonly members?: Members | undefined }
  /** A crawl ended well, as this line says. */
  | { readonly is: 'ended'; readonly words: string }
  /** The job goes on. */
  | { readonly is: 'going' };

/** Follows what a log says of its job. */
export interface Statements {
  /** Takes the next line. */
  push(line: Line): void;
  /** The statement that counts: the last one. */
  last(): Statement;
}

/** A failure in a line of its own, perhaps behind a sign or the time: `Error: net::ERR_FAILED`, `Crawl failed: ...`. */
const FAILED = /^(?:[\W\d]|(?<=\d)[TZ])*(?:uncaught )?(?:[a-z]{0,40}error|crawl (?:failed|error))\s*:\s*/i;
/** A failure without such a beginning. */
const FAILED_WORDS = /^\W*(?=crawl discovered no pages|net::ERR_)/i;
/** The beginning of the last line of a crawl that ended, on servers that send no final JSON then. */
const ENDED = /^\W*(site metadata:|crawl(?:ing)? (?:is |has )?(?:completed?|finished|done)\b)/i;
/** Where a failure happened, and what is closed behind an end. */
const AFTERMATH = /^\W*(?:at |browser|clos|clean|shut|exit|disconnect)/i;

/** The words that such lines contain. A line without them that no statement precedes changes nothing. */
const ANY_WORD = /error|crawl|net::|metadata/i;

/** So many characters of a line decide: a line may be long. */
const BEGINNING = 200;
/** An object of more lines or characters is no metadata. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 20_000;

/** Names of events that carry the final JSON, where events have names. */
export const FINAL_EVENT = /^(?:result|final|completed?|done)$/;

const GOING: Statement = { is: 'going' };

/** The failure that a line of text is. */
export const failureIn = (text: string): (Statement & { readonly is: 'failed' }) | undefined => {
  const beginning = text.slice(0, BEGINNING);
  const [failed] = FAILED.exec(beginning) ?? FAILED_WORDS.exec(beginning) ?? [];
  return failed === undefined ? undefined : { is: 'failed', words: text.slice(failed.length) };
};

const inMembers = (members: Members, text: string): Statement => {
  const { type, event, error, url, mode, success } = members;
  const name = event ?? type;
  const isEnd = name === 'site_metadata' || (name === 'complete' && mode === 'crawl');
  // A step that failed may be repeated; a page that failed has its address.
  const isAboutAll = url === undefined && (name === undefined || (typeof name === 'string' && FINAL_EVENT.test(name)));
  const hasFailed = name === 'error' || (url === undefined && isError(error)) || (isAboutAll && success === false);
  if (hasFailed || (isEnd && saysFailure(members))) return { is: 'failed', words: wordsOfFailure(members) || text, members };
  return isEnd ? { is: 'ended', words: text } : GOING;
};

/** Metadata whose object is not whole yet. */
interface Pending {
  readonly object: PrintedObject;
  readonly lines: string[];
  size: number;
}

/** Creates a reader of what the lines of one log say. */
export const createStatements = (): Statements => {
  let last: Statement = GOING;
  let pending: Pending | undefined;

  /** Takes a line of an object. Returns false for one that is none of it. */
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
    // A line that is cut may have been longer.
    if (verdict === 'failure') last = { is: 'failed', words: text.trim() };
    else last = verdict === 'good' && isEnded ? { is: 'ended', words: text.trim() } : GOING;
  };

  return {
    last: () => last,
    push({ event: { text }, members, isEnded }) {
      if (last === GOING && !pending && !members && !ANY_WORD.test(text)) return;
      const failure = members ? undefined : failureIn(text);
      if (pending && !members && (!failure || text.startsWith(' ')) && go(text, text, isEnded)) return;
      pending = undefined;
      const beginning = text.slice(0, BEGINNING);
      const [ended] = ENDED.exec(beginning) ?? [];
      if (members) last = inMembers(members, text);
      else if (failure) last = failure;
      else if (ended !== undefined) end(text, ended, isEnded);
      else if (!AFTERMATH.test(beginning)) last = GOING;
      // A browser that crashes behind an end makes it doubtful; behind a failure, it is a part of it.
      else if (last.is === 'ended' && saysFailure({ message: text })) last = { is: 'failed', words: text.trim() };
    },
  };
};

/** The value of a printed member. */
const simple = (value: string): unknown => {
  if (/^['"`]/.test(value)) return value.slice(1, -1);
  if (value === '' || value === 'null' || value === 'undefined') return undefined;
  if (value === '[]' || value === '{}') return [];
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isNaN(Number(value)) ? value : Number(value);
};
