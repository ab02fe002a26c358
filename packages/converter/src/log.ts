import type { BatchItem, LogEvent, ProgressEvent } from './types.ts';

/** Codes that colour a text, move the cursor or name a window: CSI, OSC and the two-character ones. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CODES = /(?:\u001b\[|\u009b)[\d:;<=>?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;
// oxlint-disable-next-line no-control-regex -- a tab is the only one that is text
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
/** `[3/10]`, `3/10 pages`, `3 of 10`; not a date or a path. */
const COUNT = /(?<![\w./-])(\d{1,7})\s?(?:\/|of)\s?(\d{1,7})(?![\w/-]|\.\d)/;
const PERCENT = /(?<![\w.])(\d{1,3}(?:\.\d+)?)\s?%/;

type Members = Readonly<Record<string, unknown>>;

/** What a line of the log is. */
export interface Line {
  readonly event: LogEvent | ProgressEvent;
  /** The line's members, when it is an event in JSON. */
  readonly members?: Members | undefined;
}

const progress = (text: string, current: number, total: number): ProgressEvent | undefined =>
  total > 0 && current <= total ? { type: 'progress', text, percent: (100 * current) / total, current, total } : undefined;

const numberOf = (members: Members, ...names: readonly string[]): number | undefined =>
  names.map((name) => members[name]).find((value): value is number => typeof value === 'number');

const textOf = (members: Members, ...names: readonly string[]): string | undefined =>
  names.map((name) => members[name]).find((value): value is string => typeof value === 'string');

const fromMembers = (members: Members, line: string): LogEvent | ProgressEvent => {
  const text = textOf(members, 'message', 'text', 'log', 'msg', 'url') ?? line;
  const current = numberOf(members, 'current', 'completed', 'done');
  const total = numberOf(members, 'total');
  const percent = numberOf(members, 'percent', 'progress');
  if (current !== undefined && total !== undefined) return progress(text, current, total) ?? { type: 'log', text };
  return percent === undefined ? { type: 'log', text } : { type: 'progress', text, percent };
};

/** Reads a line of the log: plain, or an event in JSON. */
export const readLine = (raw: string): Line => {
  const line = raw.replace(CODES, '').replace(CONTROLS, '').trimEnd();
  if (line.startsWith('{')) {
    try {
      const members = JSON.parse(line) as Members;
      return { event: fromMembers(members, line), members };
    } catch {
      // It only looks like one.
    }
  }
  const [, current, total] = COUNT.exec(line) ?? [];
  const counted = current && total ? progress(line, Number(current), Number(total)) : undefined;
  if (counted) return { event: counted };
  const percent = Number(PERCENT.exec(line)?.[1] ?? Number.NaN);
  return { event: percent <= 100 ? { type: 'progress', text: line, percent } : { type: 'log', text: line } };
};

/** The page that a line reports, if it does. */
export const itemOf = (members: Members | undefined): BatchItem | undefined =>
  typeof members?.['url'] === 'string' && typeof members['success'] === 'boolean' ? (members as unknown as BatchItem) : undefined;
