import { PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import { createGrowingText } from './growing-text.ts';
import { beginsLikeObject, createJsonScan, type JsonScan } from './json-scan.ts';

/** Reads a log and its final JSON in one dialect. */
export interface LogReading<Event> {
  /** Reads one line of the log, without its line end. `isEnded` is false for a last line without a line end. */
  line(text: string, isEnded: boolean): Event | undefined;
  /** Returns true if a JSON value has the members of a result, or of a failure. No other value may end the log. */
  isFinal(document: unknown): boolean;
  /** Reads the final JSON. Throws the failure that it reports. */
  whole(document: unknown): Event;
  /** Called at the end of a response without a final JSON, or with a JSON value that is not final. Throws unless the job succeeded. */
  rest(document?: unknown): Event;
}

/** The body of a job's response. */
export interface JobBody {
  feed(text: string): void;
  end(): void;
  /** Returns true if the text so far ends with a final JSON. Only padding may follow. */
  isFinal(): boolean;
  /** Returns true if the latest text was padding after a final JSON. */
  isPadding(): boolean;
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

const DELIMITER = '__JSON__';
const PAGE = /^<(?:!doctype|\?xml|html|head|body)[\s>]/i;
/** The number of characters that decide whether a response is a page of HTML or XML. */
const HEAD = 200;
const MAX_LINE_CHARACTERS = 1024 * 1024;

/**
 * Separates the log of a job from its final JSON. Decision 0010 draws the states: `log` (no candidate), `candidate` (the text from the
 * first candidate on is held back) and `final`. A second delimiter ends every candidate that is not inside a string. Only one of two
 * candidates is inside one, so at most two exist; the first decides. A response with the media type of JSON has a candidate at its beginning.
 */
export const createJobBody = <Event>(type: string, reading: LogReading<Event>, most: number, give: (event: Event) => void): JobBody => {
  const lines = createLogLines(most, (line, isEnded) => {
    const event = reading.line(line, isEnded);
    if (event !== undefined) give(event);
  });
  /** The first characters, without the white space before them. Undefined before any text. */
  let head: string | undefined;
  /** The text from the position `start` on, which is no part of the log yet. */
  let held = createGrowingText();
  let start = 0;
  /** The latest characters, one fewer than the delimiter has. */
  let seam = '';
  let isPadding = false;
  const isDocument = /\bjson\b/i.test(type) && !/nd-?json|json-?l|seq/i.test(type);
  let candidates: Candidate[] = isDocument ? [{ start: 0, from: 0, scan: createJsonScan() }] : [];

  /** Rejects a response that begins as a page, and drops a byte order mark. */
  const takeHead = (text: string): string => {
    const rest = head === undefined ? text.replace(/^\uFEFF/, '') : text;
    head = ((head ?? '') + rest.slice(0, HEAD)).trimStart();
    if (/html|\bxml\b/i.test(type) || PAGE.test(head)) throw unexpected('a page of HTML or XML', { outcome: 'unknown' });
    return rest;
  };

  /** Looks for delimiters, and follows the JSON after them. */
  const follow = (text: string): void => {
    const before = start + held.length();
    held.add(text);
    candidates = candidates.filter(({ scan }) => scan.push(text, 0));
    const searched = seam + text;
    for (let at = searched.indexOf(DELIMITER); at >= 0; at = searched.indexOf(DELIMITER, at + 1)) {
      const found = before - seam.length + at;
      const candidate = { start: found, from: found + DELIMITER.length, scan: createJsonScan() };
      if (candidate.scan.push(text, candidate.from - before)) candidates.push(candidate);
    }
    seam = searched.slice(1 - DELIMITER.length);
  };

  /** Passes the text up to a position on to the log. */
  const passTo = (end: number): void => {
    if (end === start) return;
    const text = held.value();
    lines.push(text.slice(0, end - start));
    held = createGrowingText(text.slice(end - start));
    start = end;
  };

  const verdictOf = (candidate: Candidate): Verdict =>
    (candidate.verdict ??= judge(held.value().slice(candidate.from - start), candidate.scan, reading));

  const isFinal = (): boolean => candidates[0]?.scan.isClosed() === true && verdictOf(candidates[0]).is === 'final';

  return {
    feed(text) {
      if (text === '') return;
      const final = isFinal() ? candidates[0] : undefined;
      follow((head?.length ?? 0) < HEAD ? takeHead(text) : text);
      const [first] = candidates;
      isPadding = first !== undefined && first === final;
      const end = start + held.length();
      if (first) checkLength(end - first.start, most, 'The final JSON');
      passTo(first ? first.start : end - begunIn(seam));
    },
    end() {
      if (!head) throw unexpected('empty');
      candidates = candidates.filter((candidate) => !candidate.scan.isWhole() || verdictOf(candidate).is !== 'broken');
      const [first] = candidates;
      passTo(first ? first.start : start + held.length());
      if (!first) {
        if (!lines.end()) throw truncated();
        return give(reading.rest());
      }
      lines.flush();
      const { verdict } = first;
      if (!verdict || verdict.is === 'broken') throw first.from === 0 ? unexpected('incomplete JSON') : truncated();
      give(verdict.is === 'final' ? reading.whole(verdict.document) : reading.rest(verdict.document));
    },
    isFinal,
    isPadding: () => isPadding,
  };
};

/** Returns the number of characters at the end of a text that may begin a delimiter. */
const begunIn = (seam: string): number => {
  let length = seam.length;
  while (!DELIMITER.startsWith(seam.slice(seam.length - length))) length--;
  return length;
};

const judge = (text: string, scan: JsonScan, reading: LogReading<unknown>): Verdict => {
  let document: unknown;
  try {
    document = JSON.parse(text.slice(...scan.span()));
  } catch {
    return { is: 'broken' };
  }
  return { is: reading.isFinal(document) ? 'final' : 'other', document };
};

/** Creates the error of a response that is no job. */
const unexpected = (name: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${name}; a log with a result was expected`, details);
const truncated = (): PlatformError => new PlatformError('truncated', 'The stream ended before its result');

/** Throws if a length exceeds its limit. */
const checkLength = (length: number, most: number, name: string): void => {
  if (length > most) throw new PlatformError('too-large', `${name} is longer than ${most} characters`);
};

/** Splits a log into its lines, however its pieces are cut. */
interface LogLines {
  push(text: string): void;
  /** Passes on the last line, which has no line end. */
  flush(): void;
  /** Called at the end of the response. Returns false, and holds the last line back, if that line is the beginning of a JSON document. */
  end(): boolean;
}

/** Calls `give` with every line that is not blank. A line of JSON may be as long as a result, other lines 1 Mi characters. */
const createLogLines = (most: number, give: (line: string, isEnded: boolean) => void): LogLines => {
  const shortest = Math.min(most, MAX_LINE_CHARACTERS);
  let line = '';
  /** The long line begins like a JSON object. */
  let isDocument: boolean | undefined;

  const add = (text: string): void => {
    line += text;
    if (line.length <= shortest) return;
    isDocument ??= beginsLikeObject(line);
    checkLength(line.length, isDocument ? most : shortest, 'A line');
  };
  const hand = (isEnded: boolean): void => {
    const text = line;
    line = '';
    isDocument = undefined;
    if (/\S/.test(text)) give(text, isEnded);
  };

  return {
    push(text) {
      // Progress lines of terminals end with a carriage return alone.
      const parts = text.split(/[\r\n]/);
      for (const [index, part] of parts.entries()) {
        add(part);
        if (index < parts.length - 1) hand(true);
      }
    },
    flush: () => hand(false),
    end() {
      const scan = createJsonScan();
      if (beginsLikeObject(line) && scan.push(line, 0) && !scan.isClosed()) return false;
      hand(false);
      return true;
    },
  };
};
