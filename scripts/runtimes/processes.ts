import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { reportIn, type Cell } from './cell.ts';
import { installed, programAt } from './tools.ts';

const TIMEOUT_MS = 60_000;

interface Program {
  readonly runtime: string;
  readonly path: string | undefined;
  readonly args: readonly string[];
}

const OWN_NODE = process.execPath;

/** Runs the scenario in a process of a runtime. Returns what it printed. */
const runProcess = async (path: string, args: readonly string[], cwd: string, env: object): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(path, args, { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS });
  return `${stderr}\n${stdout}`;
};

const versionOf = (path: string): string => /\d+\.\d+\.\d+/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[0] ?? '?';

/** Runtimes that are programs. */
export const createProcessCells = (): Cell[] => {
  const programs: readonly Program[] = [
    { runtime: 'Node', path: programAt('node-22/bin/node'), args: ['process.js'] },
    { runtime: 'Node', path: OWN_NODE, args: ['process.js'] },
    { runtime: 'Node', path: programAt('node-26/bin/node'), args: ['process.js'] },
    { runtime: 'Bun', path: programAt('@oven/bun-linux-x64-baseline/bin/bun'), args: ['process.js'] },
    { runtime: 'Deno', path: programAt('@deno/linux-x64-glibc/deno'), args: ['run', '--allow-net', '--allow-env', 'process.js'] },
    { runtime: '`fetch` without `Response.body`', path: OWN_NODE, args: ['without-body.js'] },
  ];
  return programs.map(({ runtime, path, args }) => ({
    runtime,
    version: path === undefined ? '' : versionOf(path),
    run:
      path === undefined
        ? undefined
        : async ({ consumer, scene }) => reportIn(await runProcess(path, args, consumer, { SCENE: JSON.stringify(scene) })),
  }));
};

/** Vitest, with a document that is made by scripts. */
export const createDomCells = (): Cell[] =>
  ['jsdom', 'happy-dom'].map((environment) => ({
    runtime: 'vitest',
    version: environment,
    run: async ({ consumer, scene }) => {
      const options = ['--root', consumer, '--environment', environment, '--globals', '--disable-console-intercept'];
      const args = [installed('vitest/vitest.mjs'), 'run', ...options, 'dom.test.js'];
      return reportIn(await runProcess(OWN_NODE, args, consumer, { SCENE: JSON.stringify(scene) }));
    },
  }));
