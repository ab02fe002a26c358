/** `docs/benchmarks.md`: the figures of the last whole run. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, scriptOf } from '../workspace.ts';
import { computeFigures, isBetter, isOwn, type Figures } from './figures.ts';
import type { Row } from './row.ts';
import type { Results } from './run.ts';

/** A row with its results. */
export type Measured = readonly [row: Row, results: Results];

/** One run of the benchmarks. */
export interface Run {
  readonly measured: readonly Measured[];
  /** Titles of the rows that were left out. */
  readonly left: readonly string[];
  readonly rounds: number;
  /** Programs that wanted a core meanwhile. */
  readonly load: number;
}

/** Writes the page. */
export const writePage = async ({ measured, left, rounds, load }: Run): Promise<void> => {
  const rows = measured.map(([row, results]) => ({ row, figures: computeFigures(row, results) }));
  const page = [
    '# Benchmarks',
    '',
    '`pnpm bench` wrote this page. It installs the packed packages and the peers at the versions below, and runs every way in fresh processes, in shuffled order.',
    '',
    ...machineLines(rounds, load),
    ...(left.length > 0 ? [`- Left out of this run: ${left.join('; ')}.`] : []),
    '',
    '## How to read it',
    '',
    'All times are CPU time, user and system, of the process that does the work. The first time is the median of the rounds; the range is that of all rounds. The peak is the highest of all rounds. The programs check the work: the number of requests, their bodies, and the whole of each text, file and upload. The note of a row names every difference between the ways. The limit is the least code that does the work, and no package. Lower is better, except for requests a second.',
    '',
    '## Rows in which another package is ahead',
    '',
    ...behind(rows),
    '',
    '## Aims that are missed',
    '',
    ...missed(rows),
    '',
    ...rows.flatMap(({ row, figures }) => table(row, figures)),
    '## Versions',
    '',
    await versions(),
    '',
  ];
  const file = join(root, 'docs/benchmarks.md');
  await writeFile(file, page.join('\n'));
  execFileSync(process.execPath, [scriptOf('oxfmt', 'oxfmt'), file], { cwd: root });
};

const machineLines = (rounds: number, load: number): string[] => {
  const [cpu] = cpus();
  const busy =
    load > 1.5 ? ' **The machine was busy with other work**: compare the ratios, and not the times, with those of other runs.' : '';
  return [
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, ${process.platform} ${process.arch}`,
    `- Node ${process.versions.node}; commit ${commit()}`,
    `- ${rounds} rounds; average load of the machine ${load.toFixed(1)}.${busy}`,
  ];
};

/** The measured commit, with a mark for changes that no commit has. */
const commit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty=, with changes'], { cwd: root, encoding: 'utf8' }).trim();

interface Shown {
  readonly row: Row;
  readonly figures: readonly Figures[];
}

/** Lines that name the peers ahead of each way of this SDK; the limits themselves are no peers. */
const behind = (rows: readonly Shown[]): string[] => {
  const lines = rows.flatMap(({ row, figures }) => {
    const limits = new Set([row.limit, ...row.ways.map(({ limit }) => limit)]);
    const peers = figures.filter(({ way }) => !isOwn(way) && !limits.has(way.name) && way.name !== 'node:http');
    return figures
      .filter(({ way }) => isOwn(way))
      .flatMap((own) => {
        const ahead = peers.filter(({ value }) => isBetter(row, value, own.value));
        const names = ahead.map(({ way, shown }) => `${way.name} ${shown}`).join(', ');
        return ahead.length === 0 ? [] : [`- ${row.title}: ${own.way.name} ${own.shown}, behind ${names}.`];
      });
  });
  return lines.length === 0 ? ['In no row is a peer ahead.'] : lines;
};

const missed = (rows: readonly Shown[]): string[] => {
  const lines = rows.flatMap(({ row, figures }) =>
    figures.flatMap(({ way, shown, aim, isMet }) => (isMet === false ? [`- ${row.title}: ${way.name} ${shown}, aim ${aim}.`] : [])),
  );
  return lines.length === 0 ? ['None.'] : lines;
};

const COLUMNS = {
  ratio: 'over the limit',
  difference: 'over an empty Node',
  rate: 'requests for a CPU second',
  memory: 'peak memory',
} as const;

const table = (row: Row, figures: readonly Figures[]): string[] => [
  `## ${row.title}`,
  '',
  `\`pnpm bench "${row.name}"\`. ${row.note}`,
  '',
  `| way | CPU | range | ${COLUMNS[row.show]} | peak | aim |`,
  '| --- | --: | --: | --: | --: | --- |',
  ...figures.map(({ way, cpu, range, shown, peak, aim, isUnsteady }) => {
    const name = isOwn(way) ? `**${way.name}**` : way.name;
    return `| ${name} | ${cpu} | ${range} | ${shown}${isUnsteady ? ' (not steady)' : ''} | ${peak.toFixed(0)} MiB | ${aim} |`;
  }),
  '',
];

const versions = async (): Promise<string> => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'scripts/bench/peers/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return `${Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}.`;
};
