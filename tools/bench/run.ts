import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ask, start } from '@platform-sdk/build/processes';
import type { Measurement } from './peers/case.ts';
import type { Row, Way } from './row.ts';

/** The measurements of a candidate, one per process. */
export type Results = ReadonlyMap<Way, readonly Measurement[]>;

/** Runs every candidate of a row in `rounds` fresh processes, in shuffled order. */
export const runRow = async (row: Row, programs: string, rounds: number): Promise<Results> => {
  const results = new Map<Way, Measurement[]>(row.ways.map((way) => [way, []]));
  await withSettings(row, programs, async (settings) => {
    const runs = shuffle(Array.from({ length: row.rounds ?? rounds }, () => row.ways).flat());
    for (const way of runs) results.get(way)?.push(await measureOnce(row, programs, { ...settings, way: way.name, ...way.settings }));
  });
  return results;
};

const measureOnce = (row: Row, programs: string, settings: object): Promise<Measurement> => {
  const core = isPinned && row.server ? 1 : undefined;
  return ask(join(programs, row.program), settings, { cwd: programs, flags: [], core });
};

/** True if a server and its clients run on separate cores. A process that changes its core takes up to three times as long. Only Linux supports this. */
const isPinned = process.platform === 'linux' && availableParallelism() > 1;

/** Prepares the settings and the server that the processes of a row share, and removes both afterwards. */
const withSettings = async (row: Row, programs: string, work: (settings: object) => Promise<void>): Promise<void> => {
  const prepared = await row.prepare?.(programs);
  const { program, as = '' } = row.server ?? {};
  const surroundings = { cwd: programs, flags: [], core: isPinned ? 0 : undefined };
  const server = program === undefined ? undefined : await start<string>(join(programs, program), prepared?.server ?? {}, surroundings);
  try {
    await work({ ...row.settings, ...prepared?.settings, ...(server && { [as]: server.first }) });
  } finally {
    server?.stop();
    await prepared?.remove();
  }
};

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);
