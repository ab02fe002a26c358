import { progressIn, type Count } from './progress.ts';
import type { BatchItem, JobLogEvent, JobProgressEvent } from './types.ts';

/** Matches terminal codes that colour text, move the cursor or name a window: CSI, OSC and two-character codes. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const CODES = /(?:\u001b\[|\u009b)[\d:;<=>?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;
// oxlint-disable-next-line no-control-regex -- of all control characters, only a tab belongs to text
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
/** Matches the first character of any code or control. Most lines match nothing, so this quick test comes first. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const ANY_CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u009b]/;
/** Zero-width characters, which are removed only at the start and the end of a line. Inside a line, they may belong to its content. */
const WIDTHLESS = '\u200b\u200c\u200d\u200e\u200f\u2060\ufeff';

/** Returns true for a visible ASCII character. A line that begins and ends with such characters needs no trimming. */
const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f;

const trim = (line: string): string => {
  let start = 0;
  let end = line.length;
  if (isVisible(line.charCodeAt(0)) && isVisible(line.charCodeAt(end - 1))) return line;
  while (start < end && WIDTHLESS.includes(line[start] as string)) start++;
  while (end > start && (WIDTHLESS.includes(line[end - 1] as string) || (line[end - 1] as string).trim() === '')) end--;
  return line.slice(start, end);
};

export type Members = Readonly<Record<string, unknown>>;

/** One line of the log. */
export interface Line {
  readonly event: JobLogEvent | JobProgressEvent;
  /** The line's members, if the line is a JSON event. */
  readonly members?: Members | undefined;
  /** False for a last line without a line break, which may be truncated. */
  readonly isEnded: boolean;
}

const textOf = (members: Members, ...names: readonly string[]): string | undefined =>
  names.map((name) => members[name]).find((value): value is string => typeof value === 'string');

const membersOf = (line: string): Members | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Members;
  } catch {
    // The line begins like JSON, but is invalid JSON.
    return undefined;
  }
};

/** Creates a reader of the lines of a log: plain text or JSON events. Progress never decreases: a line with a smaller percentage is a plain log line. */
export const createLineReader = (): ((raw: string, isEnded: boolean) => Line) => {
  let reached = 0;

  const eventOf = (text: string, count: Count | undefined): JobLogEvent | JobProgressEvent => {
    if (!count || count.percent < reached) return { type: 'log', text };
    reached = count.percent;
    return { type: 'progress', text, ...count };
  };

  return (raw, isEnded) => {
    const line = trim(ANY_CONTROL.test(raw) ? raw.replace(CODES, '').replace(CONTROLS, '') : raw);
    const members = membersOf(line);
    const text = (members && textOf(members, 'message', 'text', 'log', 'msg', 'url')) ?? line;
    return { event: eventOf(text, progressIn(line, members)), members, isEnded };
  };
};

/** Returns the page that a line reports, or undefined. */
export const itemOf = (members: Members | undefined): BatchItem | undefined =>
  typeof members?.['url'] === 'string' && typeof members['success'] === 'boolean' ? (members as unknown as BatchItem) : undefined;
