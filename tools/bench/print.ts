import { isOwn, type Figures } from './figures.ts';
import type { Row } from './row.ts';

const COLUMNS = { ratio: 'over limit', difference: 'over empty', rate: 'a CPU second', memory: 'peak memory', bytes: 'bytes' } as const;

/** Prints the figures of a row. */
export const printRow = (row: Row, figures: readonly Figures[]): void => {
  const head = ['', row.unit === 'bytes' ? 'bytes' : 'CPU', 'range', COLUMNS[row.show], 'peak', 'opened', 'aim'] as const;
  console.log(`\n${row.title}  (${row.name})`);
  const lines = figures.map(({ way, cpu, range, shown, peak, connections, aim, isMet, isUnsteady }) => [
    `${isOwn(way) ? '* ' : '  '}${way}`,
    cpu,
    range,
    shown,
    `${peak.toFixed(0)} MiB`,
    connections === undefined ? '' : String(connections),
    [aim, isMet === false ? '(missed)' : '', isUnsteady ? '(not steady)' : ''].filter(Boolean).join(' '),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of [head, ...lines])
    console.log(
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
};
