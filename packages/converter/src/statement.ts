import type { Line, Members } from './log.ts';

/** What the last lines of a log say of the job. */
export type Statement =
  /** It failed, in these words. */
  | { readonly is: 'failed'; readonly words: string; readonly members?: Members | undefined }
  /** A crawl ended well, as this line says. */
  | { readonly is: 'ended'; readonly words: string }
  /** Something follows from what was said before, such as that the browser closes. */
  | { readonly is: 'aftermath' }
  | { readonly is: 'going' };

/** A failure in a line of its own, perhaps behind a sign or the time: `Error: net::ERR_FAILED`, `Crawl failed: ...`. */
const FAILED = /^(?:[\W\d]|(?<=\d)[TZ])*(?:[a-z]{0,40}error|crawl (?:failed|error))\s*:\s*/i;
/** A failure without such a beginning. */
const FAILED_WORDS = /^\W*(?=crawl discovered no pages|net::ERR_)/i;
/** The last line of a crawl that ended well, on servers that send no final JSON then. */
const ENDED = /^\W*(?:site metadata:|crawl(?:ing)? (?:is |has )?(?:completed?|finished|done)\b)/i;
/** Where a failure happened, and what is closed behind an end. */
const AFTERMATH = /^\W*(?:at |browser|clos|clean|shut|exit|disconnect)/i;

/** So many characters of a line decide: a line may be long. */
const BEGINNING = 200;

const inMembers = (members: Members, text: string): Statement => {
  const { type, event, error, url, mode } = members;
  if (type === 'error' || (typeof error === 'string' && url === undefined))
    return { is: 'failed', words: typeof error === 'string' ? error : text, members };
  const name = event ?? type;
  return name === 'site_metadata' || (name === 'complete' && mode === 'crawl') ? { is: 'ended', words: text } : { is: 'going' };
};

/** Reads what a line says of its job. */
export const statementOf = ({ event: { text }, members, isEnded }: Line): Statement => {
  if (members) return inMembers(members, text);
  const beginning = text.slice(0, BEGINNING);
  const [failed] = FAILED.exec(beginning) ?? FAILED_WORDS.exec(beginning) ?? [];
  if (failed !== undefined) return { is: 'failed', words: text.slice(failed.length) };
  // A line that is cut may have been longer.
  if (ENDED.test(beginning)) return isEnded ? { is: 'ended', words: text.trim() } : { is: 'going' };
  return { is: AFTERMATH.test(beginning) ? 'aftermath' : 'going' };
};
