import { PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import { createDelimiterSearch, DELIMITER } from './delimiter-search.ts';
import { createHeldText, type HeldText } from './held-text.ts';

import { createJsonScan, type JsonScan } from './json-scan.ts';
import { checkLength, createLogLines } from './log-lines.ts';

/** Reads a log and its final JSON in one dialect. */
export interface LogReading<Event> {
  /**
   * Reads one line of the log, without its line end. `isEnded` is false for a last line without a line end. A plain line (`isPlain`) has no
   * control characters.
   */
  line(text: string, isEnded: boolean, isPlain: boolean): Event | undefined;
  /** Returns true if a JSON value has the members of a result, or of a failure. No other value may end the log. */
  isFinal(document: unknown): boolean;
  /** Reads the final JSON. Throws the failure that it reports. */
  whole(document: unknown): Event;
  /** Called at the end of a response without a final JSON, or with a JSON value that is not final. Throws unless the job succeeded. */
  rest(document?: unknown): Event;
}

/** The body of a job's response. `isFinal`: the text so far ends with a final JSON, and only padding may follow. */
export interface JobBody {
  readonly feed: (text: string) => void;
  readonly end: () => void;
  readonly isFinal: () => boolean;
}

/** A position where the final JSON may begin: the text after it is JSON so far. */
interface Candidate {
  /** The positions of the delimiter and of the JSON, counted from the beginning of the response. */
  readonly start: number;
  readonly from: number;
  readonly scan: JsonScan;
  /** The parsed JSON, once it is closed. */
  verdict?: Verdict;
}

/** `broken`: it is not JSON, such as `1-2`. */
type Verdict = { readonly is: 'broken' } | { readonly is: 'final' | 'other'; readonly document: unknown };

const PAGE = /^<(?:!doctype|\?xml|html|head|body)[\s>]/i;
/** The number of characters that decide whether a response is a page of HTML or XML. */
const HEAD = 200;

/** Creates the error of a response that is no job. */
const unexpected = (name: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${name}; a log with a result was expected`, details);
const truncated = (): PlatformError => new PlatformError('truncated', 'The stream ended before its result');

/** Checks the beginning of a response: drops a byte order mark, and rejects pages and empty responses. */
const createHead = (type: string) => {
  let head = '';
  let isBegun = false;
  return {
    take(given: string): string {
      const text = isBegun ? given : given.replace(/^\uFEFF/, '');
      isBegun ||= given !== '';
      if (head.length < HEAD) {
        head = (head + text.slice(0, HEAD)).trimStart();
        if (/html|\bxml\b/i.test(type) || PAGE.test(head)) throw unexpected('a page of HTML or XML', { outcome: 'unknown' });
      }
      return text;
    },
    end(): void {
      if (head === '') throw unexpected('empty');
    },
  };
};

/**
 * Separates the log of a job from its final JSON. Decision 0010 draws the states: `log` (no candidate), `candidate` (the text from the
 * first candidate on is held back) and `final`. A second delimiter ends every candidate that is not inside a string. Only one of two
 * candidates is inside one, so at most two exist; the first decides. A response with the media type of JSON has a candidate at its beginning.
 */
export const createJobBody = <Event>(type: string, reading: LogReading<Event>, most: number, give: (event: Event) => void): JobBody => {
  const head = createHead(type);
  const search = createDelimiterSearch();
  const held = createHeldText();
  const lines = createLogLines(most, (line, isEnded, isPlain) => {
    const event = reading.line(line, isEnded, isPlain);
    if (event !== undefined) give(event);
  });
  const isDocument = /\bjson\b/i.test(type) && !/nd-?json|json-?l|seq/i.test(type);
  let candidates: Candidate[] = isDocument ? [{ start: 0, from: 0, scan: createJsonScan() }] : [];

  const verdictOf = (candidate: Candidate): Verdict => (candidate.verdict ??= judge(candidate, held, reading));

  const follow = (text: string): void => {
    const before = held.end();
    held.push(text);
    candidates = candidates.filter(({ scan }) => scan.push(text, 0));
    for (const start of search.push(text)) {
      const candidate = { start, from: start + DELIMITER.length, scan: createJsonScan() };
      if (candidate.scan.push(text, candidate.from - before)) candidates.push(candidate);
    }
  };

  return {
    feed(given) {
      follow(head.take(given));
      const [first] = candidates;
      if (first) checkLength(held.end() - first.start, most, 'The final JSON');
      lines.push(held.takeTo(first?.start ?? held.end() - search.begun()));
    },
    end() {
      head.end();
      candidates = candidates.filter((candidate) => !candidate.scan.isWhole() || verdictOf(candidate).is !== 'broken');
      const [first] = candidates;
      lines.push(held.takeTo(first?.start ?? held.end()));
      if (!first) {
        if (!lines.end()) throw truncated();
        return give(reading.rest());
      }
      lines.flush();
      const { verdict } = first;
      if (!verdict || verdict.is === 'broken') throw first.from === 0 ? unexpected('incomplete JSON') : truncated();
      give(verdict.is === 'final' ? reading.whole(verdict.document) : reading.rest(verdict.document));
    },
    isFinal: () => candidates[0]?.scan.isClosed() === true && verdictOf(candidates[0]).is === 'final',
  };
};

const judge = ({ from, scan }: Candidate, held: HeldText, reading: LogReading<unknown>): Verdict => {
  let document: unknown;
  try {
    document = JSON.parse(held.from(from).slice(...scan.span()));
  } catch {
    return { is: 'broken' };
  }
  return { is: reading.isFinal(document) ? 'final' : 'other', document };
};
