import type { Measurement } from './peers/case.ts';
import type { Row } from './row.ts';
import type { Results } from './run.ts';

/** The figures of one candidate, as the tables print them. */
export interface Figures {
  /** The name of the candidate. */
  readonly way: string;
  /** The median and the range of all rounds, in the row's unit. */
  readonly cpu: string;
  readonly range: string;
  /** The figure that the row compares: a ratio, a difference, requests a second, memory or bytes. */
  readonly value: number;
  readonly shown: string;
  readonly aim: string;
  readonly isMet?: boolean;
  /** True if the second half of a round differed from the first by more than 10 % in the median round. */
  readonly isUnsteady: boolean;
  readonly peak: number;
  /** The maximum number of connections that the client opened. Absent in rows whose server does not count connections. */
  readonly connections?: number;
}

/** Returns true for this SDK and its local platform. */
export const isOwn = (way: string): boolean => way.startsWith('this SDK');

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

export const computeFigures = (row: Row, results: Results): readonly Figures[] =>
  row.ways.map((way) => {
    const measurements = results.get(way) ?? [];
    const costs = measurements.map(({ cpu }) => cpu);
    const peak = Math.max(...measurements.map((each) => each.peak ?? 0));
    const opened = measurements.flatMap(({ connections }) => connections ?? []);
    const limit = median(costsOf(results, way.limit ?? row.limit));
    const value = compare(row, median(costs), limit, peak);
    return {
      way: way.name,
      cpu: inUnit(row, median(costs)),
      range: `${inUnit(row, Math.min(...costs))} to ${inUnit(row, Math.max(...costs))}`,
      value,
      shown: show(row, value),
      aim: way.aim === undefined ? '' : `${row.show === 'rate' ? 'at least' : 'at most'} ${show(row, way.aim)}`,
      ...(way.aim !== undefined && { isMet: row.show === 'rate' ? value >= way.aim : value <= way.aim }),
      isUnsteady: Math.abs(median(measurements.map(({ drift = 1 }) => drift)) - 1) > 0.1,
      peak,
      ...(opened.length > 0 && { connections: Math.max(...opened) }),
    };
  });

/** Returns true if the first value is better than the second. */
export const isBetter = (row: Row, value: number, other: number): boolean => (row.show === 'rate' ? value > other : value < other);

const costsOf = (results: Results, name: string): number[] => {
  const measurements = [...results].find(([way]) => way.name === name)?.[1] ?? ([] as readonly Measurement[]);
  return measurements.map(({ cpu }) => cpu);
};

const compare = (row: Row, cpu: number, limit: number, peak: number): number => {
  if (row.show === 'rate') return 1e6 / cpu;
  if (row.show === 'difference') return (cpu - limit) / 1000;
  if (row.show === 'bytes') return cpu;
  return row.show === 'memory' ? peak : cpu / limit;
};

const show = (row: Row, value: number): string => {
  if (row.show === 'rate' || row.show === 'bytes') return Math.round(value).toLocaleString('en');
  if (row.show === 'difference') return `${value.toFixed(1)} ms`;
  return row.show === 'memory' ? `${value.toFixed(0)} MiB` : value.toFixed(2);
};

const inUnit = (row: Row, microseconds: number): string => {
  if (row.unit === 'bytes') return Math.round(microseconds).toLocaleString('en');
  const number = row.unit === 'us' ? microseconds : microseconds / 1000;
  return `${number.toFixed(number < 100 ? 1 : 0)} ${row.unit}`;
};
