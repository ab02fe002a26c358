import { PlatformError } from '../diagnostics/errors.ts';
import type { Intake } from './intake.ts';
import { createJsonScan, type JsonScan } from './json-scan.ts';

/** Where a log and the JSON behind it go. */
export interface LogReading<Event> {
  /** Takes one line of the log, without its end. */
  line(text: string): Event | undefined;
  /** Takes the final JSON. Throws the failure that it reports. */
  whole(document: unknown): Event;
  /** Takes the end of an answer that had no final JSON. Throws unless that is an end. */
  rest(): Event;
}

const DELIMITER = '__JSON__';
const OVERLAP = DELIMITER.length - 1;
/** A line of the log. */
const MAX_LINE_CHARACTERS = 1024 * 1024;
/** A final JSON that is whole is believed when nothing follows for so long. */
const GRACE_MS = 2000;

/** A delimiter that may be the one; what follows it is JSON so far. */
interface Candidate {
  /** Where it stands in the whole answer. */
  readonly start: number;
  readonly scan: JsonScan;
}

/**
 * Parts a log from the JSON behind the delimiter: the first delimiter whose whole remainder is one JSON value ends the log. What stands
 * behind a delimiter is held back only while it can be JSON. A second delimiter kills every candidate that is not inside a string, and
 * of two candidates only one is, so there are never more than two.
 */
export const createDelimitedIntake = <Event>(
  reading: LogReading<Event>,
  most: number,
  give: (event: Event) => void,
  finish: () => void,
): Intake & { isWhole(): boolean } => {
  let candidates: Candidate[] = [];
  /** What is held back, and where it stands in the whole answer. */
  let parts: string[] = [];
  let base = 0;
  let total = 0;
  /** The latest characters, where a delimiter may have begun. */
  let seam = '';
  let line = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = (length: number, limit: number, what: string): void => {
    if (length > limit) throw new PlatformError('too-large', `${what} is longer than ${limit} characters`);
  };

  const giveLine = (text: string): void => {
    const event = text.trim() === '' ? undefined : reading.line(text);
    if (event !== undefined) give(event);
  };

  const log = (text: string): void => {
    let start = 0;
    // A carriage return alone is how a terminal's progress line is written over.
    for (const { 0: end, index } of text.matchAll(/[\r\n]/g)) {
      giveLine(line + text.slice(start, index));
      line = '';
      start = index + end.length;
    }
    line += text.slice(start);
    check(line.length, Math.min(most, MAX_LINE_CHARACTERS), 'A line');
  };

  /** Takes what is held back up to a place in the answer. */
  const release = (end: number): string => {
    if (end === base) return '';
    const text = parts.join('');
    const cut = end - base;
    base = end;
    parts = cut < text.length ? [text.slice(cut)] : [];
    return text.slice(0, cut);
  };

  const isWhole = (): boolean => candidates.some(({ scan }) => scan.isWhole());

  const stop = (): void => clearTimeout(timer);

  return {
    feed(text) {
      stop();
      const before = total;
      total += text.length;
      parts.push(text);
      candidates = candidates.filter(({ scan }) => scan.push(text, 0));
      const near = seam + text;
      const nearBase = total - near.length;
      for (let at = near.indexOf(DELIMITER); at >= 0; at = near.indexOf(DELIMITER, at + 1)) {
        const scan = createJsonScan();
        const start = nearBase + at;
        if (scan.push(text, start + DELIMITER.length - before)) candidates.push({ start, scan });
      }
      seam = near.slice(-OVERLAP);
      let beginning = Math.min(seam.length, total - base);
      while (!DELIMITER.startsWith(seam.slice(seam.length - beginning))) beginning--;
      const [first] = candidates;
      if (first) check(total - first.start, most, 'The final JSON');
      log(release(first ? first.start : total - beginning));
      if (isWhole()) timer = setTimeout(finish, GRACE_MS);
    },
    end() {
      stop();
      for (const { start, scan } of candidates) {
        if (!scan.isWhole()) continue;
        let document: unknown;
        try {
          document = JSON.parse(parts.join('').slice(start - base + DELIMITER.length));
        } catch {
          // Such as a number that is none.
          continue;
        }
        log(release(start));
        giveLine(line);
        give(reading.whole(document));
        return;
      }
      log(release(total));
      giveLine(line);
      give(reading.rest());
    },
    stop,
    isWhole,
  };
};
