/**
 * Runs steps, each of which is a command, and counts the passed steps. Steps of a lane run one after another, and lanes run at the same
 * time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

export interface Step {
  readonly title: string;
  /** A command of the shell. */
  readonly run: string;
  /** True for a command that starts vitest. The tests of the command are counted, and failed tests are named. */
  readonly countsTests?: boolean;
}

/** Lanes that run at the same time. */
export type Stage = readonly (readonly Step[])[];

export interface StepOptions {
  readonly cwd: string;
  /** Runs the steps with these titles. Default: all. */
  readonly only?: readonly string[];
  /** Prints the output of failed steps only. Default: false. */
  readonly quiet?: boolean;
  readonly print: (text: string) => void;
  /** Kills the running steps and prints their output. These steps, and steps that did not run, count as failed. */
  readonly signal?: AbortSignal;
}

interface Result {
  readonly title: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failures: readonly string[];
}

/** The part of vitest's JSON report that is read. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const readTests = (file: string, cwd: string): Pick<Result, 'passed' | 'failures'> => {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => JSON.stringify(fullName));
      return (titles.length === 0 ? ['before its tests'] : titles).map((title) => `${relative(cwd, name)}: ${title}`);
    });
  return { passed: numPassedTests, failures };
};

/** The number of lines that are printed again at the end, because a record of CI often keeps only its last lines. */
const LINES_OF_END = 60;

/** Kills a step with everything that it started. */
const kill = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of its processes have ended.
  }
};

/** Runs the stages one after another, and prints a summary. Returns true if all steps passed. A failed step does not stop other steps. */
export const runSteps = async (stages: readonly Stage[], options: StepOptions): Promise<boolean> => {
  const { cwd, only = [], quiet = false, print, signal } = options;
  const started = performance.now();
  const secondsSince = (time: number): number => Math.round((performance.now() - time) / 1000);
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  const results: Result[] = [];
  const ends: string[] = [];

  const runStep = async ({ title, run, countsTests }: Step): Promise<void> => {
    const from = performance.now();
    const report = join(folder, `${title}.json`);
    const child = spawn(run, {
      cwd,
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TEST_RESULTS: countsTests ? report : '' },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void output.push(data));
    const stop = (): void => kill(child);
    signal?.addEventListener('abort', stop);
    const code = await new Promise((resolve) => void child.once('close', resolve));
    signal?.removeEventListener('abort', stop);
    const failures = code === 0 ? [] : [signal?.aborted ? `${title}, which was stopped` : title];
    results.push({ title, seconds: secondsSince(from), passed: 1 - failures.length, failures });
    if (countsTests)
      try {
        results.push({ title: `${title}: tests`, seconds: 0, ...readTests(report, cwd) });
      } catch {
        results.push({ title: `${title}: tests`, seconds: 0, passed: 0, failures: [`${title}: the report is missing`] });
      }
    if (quiet && code === 0) return;
    const text = Buffer.concat(output).toString();
    print(`== ${title} (${secondsSince(from)} s)${code === 0 ? '' : ': failed'}`);
    print(text);
    if (!quiet && code !== 0) ends.push(`== the end of ${title}`, text.trimEnd().split('\n').slice(-LINES_OF_END).join('\n'));
  };

  const titles = stages.flat(2).map(({ title }) => title);
  for (const stage of stages)
    await Promise.all(
      stage.map(async (lane) => {
        for (const step of lane) if (!signal?.aborted && (only.length === 0 || only.includes(step.title))) await runStep(step);
      }),
    );
  rmSync(folder, { recursive: true, force: true });

  const ran = new Set(results.map(({ title }) => title));
  const left = (only.length > 0 ? only : titles).filter((title) => !ran.has(title)).map((title) => `${title}, which did not run`);
  const failures = [...results.flatMap((result) => result.failures), ...left];
  for (const end of ends) print(end);
  print(`== seconds of each step, ${secondsSince(started)} in all`);
  for (const { title, seconds } of results) if (titles.includes(title)) print(`${String(seconds).padStart(6)} ${title}`);
  for (const failure of failures) print(`failed: ${failure}`);
  print(`${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
  return failures.length === 0;
};
