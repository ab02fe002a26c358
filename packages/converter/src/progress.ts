/** The progress that one line reports. */
export interface Count {
  /** The progress, from 0 to 100. */
  readonly percent: number;
  readonly current?: number;
  readonly total?: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Matches `[3/10]`, `3/10 pages` and `3 of 10`, but no dates or paths. */
const COUNT = /(?<![\w./-])(\d{1,7})\s?(?:\/|of)\s?(\d{1,7})(?![\w/-]|\.\d)/;
const PERCENT = /(?<![\w.])(\d{1,3}(?:\.\d+)?)\s?%/;
/** Matches words before a count that is not progress, as in `Success: 1/3`, `Quality: 87 %`, `Retry 1/3`. */
const OTHER_BEFORE =
  /\b(?:succe\w*|fail\w*|error\w*|skipped|cached|passed|total|results?|quality|rate)\s*(?:[:=]\s*)?$|\b(?:retry|attempt|try)\b\D{0,12}$/i;
/** Matches words after a count that is not progress, as in `1/3 failed`. */
const OTHER_BEHIND = /^\s*(?:(?:page|url)s?\s*)?(?:succe|fail|error|skipped|passed)/i;
/** The number of characters to check before a count. `SHORTEST` is the length of the shortest word to find there. */
const BEFORE = 40;
const SHORTEST = 3;

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

/** Returns true if the words around a number show that it is not progress. */
const isOther = (line: string, start: number, end: number): boolean =>
  (start >= SHORTEST && OTHER_BEFORE.test(line.slice(Math.max(0, start - BEFORE), start))) || OTHER_BEHIND.test(line.slice(end));

const ZERO = 48;

/** Reads the integer at a position. */
const numberAt = (line: string, at: number): { readonly value: number; readonly end: number } => {
  let value = 0;
  let end = at;
  for (let digit = line.charCodeAt(end) - ZERO; digit >= 0 && digit <= 9; digit = line.charCodeAt(++end) - ZERO) value = 10 * value + digit;
  return { value, end };
};

/** Returns the position of the next digit. */
const digitFrom = (line: string, from: number): number => {
  let at = from;
  while (!(line.charCodeAt(at) >= ZERO && line.charCodeAt(at) <= ZERO + 9)) at++;
  return at;
};

/** Returns the progress that a line reports, or undefined. */
export const progressIn = (line: string, members?: Members): Count | undefined => {
  if (members) return inMembers(members);
  // Most lines contain no count, and `search` is faster than a match with groups.
  const start = line.search(COUNT);
  if (start >= 0) {
    const current = numberAt(line, start);
    const total = numberAt(line, digitFrom(line, current.end));
    // A percentage in a summary such as `Success: 1/4 (25%)` is not progress either.
    return isOther(line, start, total.end) ? undefined : counted(current.value, total.value);
  }
  if (!line.includes('%')) return undefined;
  const percent = PERCENT.exec(line);
  if (!percent || isOther(line, percent.index, percent.index + percent[0].length)) return undefined;
  return within(Number(percent[1]));
};
