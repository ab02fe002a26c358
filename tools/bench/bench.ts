/**
 * Measures this SDK and its peers. The command `pnpm tool bench` runs every row and writes `docs/benchmarks.md`. Arguments select the
 * rows whose names begin with them. Options: `--write` replaces these rows of the page, and `--rounds 9` sets the rounds.
 */
import { parseArgs } from 'node:util';
import { makeConsumer } from './consumer.ts';
import { computeFigures } from './figures.ts';
import { writePage } from './page.ts';
import { printRow } from './print.ts';
import { circumstancesNow, keepRun, measureOthers, readRuns } from './row-runs.ts';
import { createRows } from './rows.ts';
import { runRow } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean' } },
});
const rounds = Number(values.rounds);
const all = await createRows();
const rows = all.filter(({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)));
if (rows.length === 0) throw new Error(`No such row; the rows are ${all.map(({ name }) => name).join(', ')}.`);

const consumer = await makeConsumer();
try {
  const isWritten = rows.length === all.length || values.write;
  const circumstances = circumstancesNow();
  for (const row of rows) {
    const before = await measureOthers();
    const results = await runRow(row, consumer.programs, rounds);
    const others = Math.max(before, await measureOthers());
    const figures = computeFigures(row, results);
    printRow(row, figures);
    if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1;
    if (isWritten) await keepRun({ row: row.name, ...circumstances, rounds: row.rounds ?? rounds, others, figures });
  }
  if (isWritten) await writePage(all, await readRuns());
} finally {
  await consumer.remove();
}
