/** Writes `docs/benchmarks.md`, with the figures of the last run of each row. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, scriptOf } from '@platform-sdk/build/workspace';
import { writeChart } from './chart.ts';
import { isBetter, isOwn } from './figures.ts';
import type { RowRun } from './row-runs.ts';
import type { Row } from './row.ts';

/** Writes the page. If a row was never measured, or its candidates have changed since, the page contains only its title. */
export const writePage = async (rows: readonly Row[], runs: readonly RowRun[]): Promise<void> => {
  const shown = rows.flatMap((row) => runs.filter((run) => isOf(run, row)).map((run) => ({ row, run })));
  const left = rows.filter((row) => !shown.some((each) => each.row === row)).map(({ title }) => title);
  const page = [
    '# Benchmarks',
    '',
    '`pnpm tool bench` wrote this page. It installs the packed packages and the peers at the versions below, and runs every way in fresh processes, in shuffled order. Each row has the figures of its last run, in which all of its ways ran together.',
    '',
    ...new Set(shown.map(({ run }) => `- Machine: ${run.machine}.`)),
    ...(left.length > 0 ? [`- Not measured: ${left.join('; ')}.`] : []),
    '',
    '## How to read it',
    '',
    'All times are CPU time, user and system, of the process that does the work. The first time is the median of the rounds; the range is that of all rounds. The peak is the highest of all rounds. The programs check the work: the number of requests, their bodies, and the whole of each text, file and upload. The note of a row names every difference between the ways. The limit is the least code that does the work, and no package. Lower is better, except for requests a second. On Linux, a client and its server have one core each. A row fails the command if it misses its aim.',
    '',
    '## Rows in which another package is ahead',
    '',
    ...behind(shown),
    '',
    '## Aims that are missed',
    '',
    ...missed(shown),
    '',
    ...shown.flatMap(table),
    '## Versions',
    '',
    await versions(),
    '',
  ];
  for (const { row, run } of shown) await writeChart(row, run.figures);
  const file = join(root, 'docs/benchmarks.md');
  await writeFile(file, page.join('\n'));
  execFileSync(process.execPath, [scriptOf('oxfmt', 'oxfmt'), file], { cwd: root });
};

const isOf = (run: RowRun, row: Row): boolean =>
  run.row === row.name && run.figures.length === row.ways.length && row.ways.every(({ name }, index) => run.figures[index]?.way === name);

interface Shown {
  readonly row: Row;
  readonly run: RowRun;
}

/** Returns lines that name the peers with better values than this SDK. Handwritten lower limits do not count as peers. */
const behind = (rows: readonly Shown[]): string[] => {
  const lines = rows.flatMap(({ row, run: { figures } }) => {
    const limits = new Set([row.limit, ...row.ways.map(({ limit }) => limit)]);
    const peers = figures.filter(({ way }) => !isOwn(way) && !limits.has(way) && way !== 'node:http');
    return figures
      .filter(({ way }) => isOwn(way))
      .flatMap((own) => {
        const ahead = peers.filter(({ value }) => isBetter(row, value, own.value));
        const names = ahead.map(({ way, shown }) => `${way} ${shown}`).join(', ');
        return ahead.length === 0 ? [] : [`- ${row.title}: ${own.way} ${own.shown}, behind ${names}.`];
      });
  });
  return lines.length === 0 ? ['In no row is a peer ahead.'] : lines;
};

const missed = (rows: readonly Shown[]): string[] => {
  const lines = rows.flatMap(({ row, run: { figures } }) =>
    figures.flatMap(({ way, shown, aim, isMet }) => (isMet === false ? [`- ${row.title}: ${way} ${shown}, aim ${aim}.`] : [])),
  );
  return lines.length === 0 ? ['None.'] : lines;
};

const COLUMNS = {
  ratio: 'over the limit',
  difference: 'over an empty Node',
  rate: 'requests for a CPU second',
  memory: 'peak memory',
  bytes: 'bytes',
} as const;

/** The share of the machine's CPU time that other programs may take. */
const MAX_OTHERS = 0.1;
const BUSY_NOTE = ' **The machine was busy with other work**: compare the ratios, and not the times, with those of other runs.';

const table = ({ row, run }: Shown): string[] => [
  `## ${row.title}`,
  '',
  `\`pnpm tool bench "${row.name}"\`. ${row.note}`,
  '',
  `${run.date}, commit ${run.commit}, ${run.rounds} rounds, ${Math.round(100 * run.others)} % of the CPU time by other programs.${run.others > MAX_OTHERS ? BUSY_NOTE : ''}`,
  '',
  `![${row.title.replaceAll('`', '')}](public/benchmarks/${row.name}.svg)`,
  '',
  ...(row.show === 'bytes' ? tableOfBytes(run) : tableOfTimes(row, run)),
  '',
];

const nameOf = (way: string): string => (isOwn(way) ? `**${way}**` : way);

const tableOfBytes = ({ figures }: RowRun): string[] => [
  '| way | bytes | aim |',
  '| --- | --: | --- |',
  ...figures.map(({ way, shown, aim }) => `| ${nameOf(way)} | ${shown} | ${aim} |`),
];

const tableOfTimes = (row: Row, { figures }: RowRun): string[] => {
  const areCounted = figures.some(({ connections }) => connections !== undefined);
  return [
    `| way | CPU | range | ${COLUMNS[row.show]} | peak |${areCounted ? ' connections |' : ''} aim |`,
    `| --- | --: | --: | --: | --: |${areCounted ? ' --: |' : ''} --- |`,
    ...figures.map(({ way, cpu, range, shown, peak, connections, aim, isUnsteady }) => {
      const opened = areCounted ? ` ${connections} |` : '';
      return `| ${nameOf(way)} | ${cpu} | ${range} | ${shown}${isUnsteady ? ' (not steady)' : ''} | ${peak.toFixed(0)} MiB |${opened} ${aim} |`;
    }),
  ];
};

const versions = async (): Promise<string> => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'tools/bench/peers/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return `${Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}.`;
};
