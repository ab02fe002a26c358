/** Runs the programs of snippets, each in a separate process and empty folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { placeOf, type Written } from './check-types.ts';

const LIMIT_MS = 30_000;

interface Ending {
  readonly killed?: boolean;
  readonly code?: number | string;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Replaces the lines of a stack trace with their positions in the page. */
const withPlaces = (written: Written, text: string): string =>
  text.replaceAll(/(?:file:\/\/)?([^\s()]+):(\d+)(?::\d+)?/g, (whole, path: string, line: string) =>
    path === written.path ? placeOf(written, Number(line)) : whole,
  );

const explain = (written: Written, { killed = false, code, stdout = '', stderr = '' }: Ending): string => {
  const why = killed ? `did not end within ${LIMIT_MS / 1000} seconds` : code === 13 ? 'awaits something that never comes' : '';
  return [why, withPlaces(written, stderr), stdout.slice(-1000)].filter((part) => part.trim() !== '').join('\n');
};

/** Runs a program. Returns undefined if the program succeeded, otherwise the failure. */
const runOne = async (written: Written): Promise<string | undefined> => {
  const cwd = await mkdtemp(join(tmpdir(), 'platform-sdk-snippet-'));
  try {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'child.ts'), written.path], { cwd, timeout: LIMIT_MS });
    return undefined;
  } catch (error) {
    return explain(written, error as Ending);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
};

/** Runs as many programs at the same time as the machine has cores. Returns the failures. */
export const runPrograms = async (programs: readonly Written[]): Promise<ReadonlyMap<Written, string>> => {
  const failures = new Map<Written, string>();
  const waiting = [...programs];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const failure = await runOne(next);
      if (failure !== undefined) failures.set(next, failure);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failures;
};
