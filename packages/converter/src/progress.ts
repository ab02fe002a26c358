/** How far the work is, as a line counts it. */
export interface Count {
  /** Of 100. */
  readonly percent: number;
  readonly current?: number;
  readonly total?: number;
}

type Members = Readonly<Record<string, unknown>>;

/** `[3/10]`, `3/10 pages`, `3 of 10`; not a date or a path. */
const COUNT = /(?<![\w./-])(\d{1,7})\s?(?:\/|of)\s?(\d{1,7})(?![\w/-]|\.\d)/;
const PERCENT = /(?<![\w.])(\d{1,3}(?:\.\d+)?)\s?%/;
/** Words that count something else than the work's progress, as in `Success: 1/3`, `Quality: 87 %`, `Retry 1/3`. */
const OTHER_BEFORE =
  /\b(?:success\w*|succeeded|fail\w*|errors?|skipped|cached|passed|ok|converted|total|summary|results?|quality|score|confidence|rate|ratio|saved|cpu|memory)\s*[:=]?\s*$|\b(?:retry|retrying|attempt|try)\b\D{0,12}$/i;
/** The same behind the count, as in `1/3 failed`. */
const OTHER_BEHIND = /^\s*(?:pages?|urls?)?\s*(?:succeeded|successful\w*|failed|failures?|errors?|skipped|passed|ok)\b/i;

const numberIn = (members: Members, ...names: readonly string[]): number | undefined =>
  names.map((name) => members[name]).find((value): value is number => typeof value === 'number');

const counted = (current: number, total: number): Count | undefined =>
  current >= 0 && current <= total && total > 0 ? { percent: (100 * current) / total, current, total } : undefined;

const within = (percent: number): Count | undefined => (percent >= 0 && percent <= 100 ? { percent } : undefined);

const inMembers = (members: Members): Count | undefined => {
  const current = numberIn(members, 'current', 'completed', 'done');
  const total = numberIn(members, 'total');
  if (current !== undefined && total !== undefined) return counted(current, total);
  return within(numberIn(members, 'percent', 'progress') ?? Number.NaN);
};

/** Whether a match counts the progress of the work. */
const isProgress = (line: string, { 0: match, index }: RegExpExecArray): boolean =>
  !OTHER_BEFORE.test(line.slice(Math.max(0, index - 40), index)) &&
  !OTHER_BEHIND.test(line.slice(index + match.length, index + match.length + 40));

/** Returns the progress that a line reports, if it does. */
export const progressIn = (line: string, members?: Members): Count | undefined => {
  if (members) return inMembers(members);
  const count = COUNT.exec(line);
  const found = count && isProgress(line, count) ? counted(Number(count[1]), Number(count[2])) : undefined;
  // A line with a count that is no progress, such as a summary, has no percentage that is one either.
  if (found || count) return found;
  const percent = PERCENT.exec(line);
  return percent && isProgress(line, percent) ? within(Number(percent[1])) : undefined;
};
