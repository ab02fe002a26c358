import { PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import type { ResponseHeaders } from '../http/wire.ts';
import type { ReadingState } from './dialect.ts';
import { beginsLikeObject, createJsonScan, type JsonScan } from './json-scan.ts';
import { interrupted } from './stream.ts';
import { createGrowingText, type GrowingText, type Intake } from './text.ts';

/** Reads the log of a job and its final JSON. */
export interface LogReading<Event> {
  /** Reads one line of the log, without its line end. `isEnded` is false if the last line lacks its line end. */
  line(text: string, isEnded: boolean): Event | undefined;
  /** Returns true if a JSON value has the members of a result or a failure. Other values cannot end the log. */
  isFinal(document: unknown): boolean;
  /** Reads the final JSON. Throws a failure that it reports. */
  whole(document: unknown): Event;
  /** Called at the end of a response without a final JSON, with its last JSON value if there is one. Throws unless the job succeeded. */
  rest(document?: unknown): Event;
}

/** Reads the body of a job's response. */
export interface JobBody extends Intake {
  /** Returns `expecting` once the text ends with a final JSON, and no declared byte is missing. Only padding may follow. */
  readonly state: () => ReadingState;
  /** Returns true if the latest text was padding after a final JSON. */
  readonly isPadding: () => boolean;
}

/** A position where the final JSON may begin: all text after it is valid JSON so far. */
interface Candidate {
  /** The positions of the delimiter and of the JSON, counted from the beginning of the response. */
  readonly start: number;
  readonly from: number;
  readonly scan: JsonScan;
  /** The result of parsing the JSON, once the JSON is closed. */
  verdict?: Verdict;
}

/** `broken` means that the text is not JSON, such as `1-2`. */
type Verdict = { readonly is: 'broken' } | { readonly is: 'final' | 'other'; readonly document: unknown };

const DELIMITER = '__JSON__';
const PAGE = /^<(?:!doctype|\?xml|html|head|body)[\s>]/i;
/** The number of characters that are searched for the beginning of an HTML or XML page. */
const HEAD = 200;
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** The text that was not passed to the log yet, from the position `start` on. */
interface Tail {
  text: GrowingText;
  start: number;
  /** The latest characters. A delimiter may begin in these characters. Their number is the length of the delimiter minus one. */
  seam: string;
  candidates: readonly Candidate[];
}

/**
 * Separates the log of a job from its final JSON. Decision 0010 draws the states: `log` (no candidate), `candidate` (the text from the
 * first candidate on is held back) and `final`. A second delimiter invalidates every candidate that is not inside a string. Only one
 * candidate can be inside a string, so at most two exist; the first is used. A JSON response has a candidate at its beginning.
 */
export const createJobBody = <Event>(
  headers: ResponseHeaders,
  reading: LogReading<Event>,
  most: number,
  give: (event: Event) => void,
): JobBody => {
  const type = headers.get('content-type') ?? '';
  const isDocument = /\bjson\b/i.test(type) && !/nd-?json|json-?l|seq/i.test(type);
  const length = lengthOf(headers);
  const head = createHead(type);
  const tail: Tail = {
    text: createGrowingText(),
    start: 0,
    seam: '',
    candidates: isDocument ? [{ start: 0, from: 0, scan: createJsonScan() }] : [],
  };
  const lines = createLogLines(most, (line, isEnded) => {
    const event = reading.line(line, isEnded);
    if (event !== undefined) give(event);
  });
  let received = 0;
  let isPadding = false;

  const isFinal = (): boolean => {
    const [first] = tail.candidates;
    return first !== undefined && first.scan.isClosed() && verdictOf(tail, first, reading).is === 'final';
  };

  return {
    feed(text, bytes) {
      received += bytes;
      if (text === '') return;
      const final = isFinal() ? tail.candidates[0] : undefined;
      follow(tail, head.take(text));
      const [first] = tail.candidates;
      isPadding = first !== undefined && first === final;
      if (first) checkLength(endOf(tail) - first.start, most, 'The final JSON');
      lines.push(takeTo(tail, first ? first.start : endOf(tail) - begunIn(tail.seam)));
    },
    end() {
      if (received < length && length !== Infinity) throw interrupted();
      head.end();
      const [first] = tail.candidates.filter((each) => !each.scan.isWhole() || verdictOf(tail, each, reading).is !== 'broken');
      lines.push(takeTo(tail, first ? first.start : endOf(tail)));
      if (!first) {
        if (!lines.end()) throw truncated();
        return give(reading.rest());
      }
      lines.flush();
      const { verdict } = first;
      if (!verdict || verdict.is === 'broken') throw first.from === 0 ? unexpected('incomplete JSON') : truncated();
      give(verdict.is === 'final' ? reading.whole(verdict.document) : reading.rest(verdict.document));
    },
    // After a final JSON, the connection may break or stay silent, unless declared bytes are missing.
    state: () => (isFinal() && received >= length ? 'expecting' : 'open'),
    isPadding: () => isPadding,
  };
};

/** Checks the beginning of a response. Drops a byte order mark, and rejects pages and empty responses. */
const createHead = (type: string) => {
  /** The first characters, without leading whitespace. Undefined before the first text. */
  let head: string | undefined;
  return {
    take(text: string): string {
      if (head !== undefined && head.length >= HEAD) return text;
      const rest = head === undefined ? text.replace(/^\uFEFF/, '') : text;
      head = ((head ?? '') + rest.slice(0, HEAD)).trimStart();
      if (/html|\bxml\b/i.test(type) || PAGE.test(head)) throw unexpected('a page of HTML or XML', { outcome: 'unknown' });
      return rest;
    },
    end(): void {
      if (!head) throw unexpected('empty');
    },
  };
};

/** Returns the position after the latest character. */
const endOf = ({ start, text }: Tail): number => start + text.length();

/** Adds text, searches it for delimiters, and checks the JSON after them. */
const follow = (tail: Tail, text: string): void => {
  const before = endOf(tail);
  tail.text.add(text);
  const candidates = tail.candidates.filter(({ scan }) => scan.push(text, 0));
  const searched = tail.seam + text;
  for (let at = searched.indexOf(DELIMITER); at >= 0; at = searched.indexOf(DELIMITER, at + 1)) {
    const start = before - tail.seam.length + at;
    const candidate = { start, from: start + DELIMITER.length, scan: createJsonScan() };
    if (candidate.scan.push(text, candidate.from - before)) candidates.push(candidate);
  }
  tail.candidates = candidates;
  tail.seam = searched.slice(1 - DELIMITER.length);
};

/** Removes the text up to a position, and returns it. */
const takeTo = (tail: Tail, end: number): string => {
  const length = end - tail.start;
  if (length === 0) return '';
  const text = tail.text.value();
  tail.text = createGrowingText(text.slice(length));
  tail.start = end;
  return text.slice(0, length);
};

const verdictOf = ({ text, start }: Tail, candidate: Candidate, reading: LogReading<unknown>): Verdict =>
  (candidate.verdict ??= judge(text.value().slice(candidate.from - start), candidate.scan, reading));

/** Returns the declared length of a body in bytes: 0 if it is not declared, infinite if the body is encoded. */
const lengthOf = (headers: ResponseHeaders): number => {
  const length = headers.get('content-length') ?? '';
  if (!/^\d+$/.test(length)) return 0;
  return /[^\s,]/.test((headers.get('content-encoding') ?? '').replace(/identity/gi, '')) ? Infinity : Number(length);
};

/** Returns the number of characters at the end of the text that may begin a delimiter. */
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

/** Creates the error of a response that is not a job. */
const unexpected = (name: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${name}; a log with a result was expected`, details);
const truncated = (): PlatformError => new PlatformError('truncated', 'The stream ended before its result');

const checkLength = (length: number, most: number, name: string): void => {
  if (length > most) throw new PlatformError('too-large', `${name} is longer than ${most} characters`);
};

/** Splits a log into its lines, wherever its pieces begin and end. */
interface LogLines {
  push(text: string): void;
  /** Passes on the last line, even without its line end. */
  flush(): void;
  /** Called at the end of the response. Returns false and drops the last line if it is incomplete JSON. */
  end(): boolean;
}

/** Calls `give` with every line that is not blank. A line of JSON may be as long as a result, other lines at most 1,048,576 characters. */
const createLogLines = (most: number, give: (line: string, isEnded: boolean) => void): LogLines => {
  const shortest = Math.min(most, MAX_LINE_CHARACTERS);
  let line = '';
  /** True if a line that is longer than `shortest` begins like a JSON object. */
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
      // Progress lines of terminals end with only a carriage return.
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
