import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { inspect, parseArgs, parseEnv } from 'node:util';
import { isPlatformError } from '@platform-sdk/core';
import * as agentPasses from './agent-passes.ts';
import * as analytics from './analytics.ts';
import * as budget from './budget.ts';
import * as converter from './converter.ts';
import { openEnvironment, type Environment } from './environment.ts';
import * as gateway from './gateway.ts';
import * as memory from './memory.ts';
import { printable } from './printing.ts';
import * as projects from './projects.ts';
import { createQuestions } from './questions.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import { isSkip, skip } from './skip.ts';
import * as upload from './upload.ts';
import * as wallets from './wallets.ts';

interface Example {
  readonly title: string;
  readonly run: (environment: Environment) => Promise<void>;
  /** The part of the example that `--read-only` runs. Undefined if every call of the service writes or is billed. */
  readonly read: ((environment: Environment) => Promise<void>) | undefined;
}

/** The examples by the names of their files. */
const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries({
    'sign-in': signIn,
    wallets,
    'agent-passes': agentPasses,
    projects,
    settings,
    analytics,
    gateway,
    budget,
    memory,
    upload,
    search,
    converter,
  }),
);

const usage = `Usage: pnpm start [names of examples] [--env-file <file>] [--read-only]

Without --env-file and without PLATFORM_API_KEY, they run against a local platform. With --read-only, each runs only its part that reads: it signs in, lists and signs out. The examples are: ${[...examples.keys()].join(', ')}.`;

type Outcome = { readonly state: 'ran' } | { readonly state: 'skipped' | 'failed'; readonly why: string };

const whyOf = (error: unknown): string =>
  isPlatformError(error)
    ? `${error.kind} in ${error.operation}: ${error.message}`
    : error instanceof Error
      ? error.message
      : inspect(error);

const fail = (text: string): never => {
  console.error(printable(text));
  process.exit(2);
};

/** Parses the arguments. Some package managers also pass the `--` before them. */
const readArguments = (given: readonly string[]) => {
  const args = given[0] === '--' ? given.slice(1) : [...given];
  try {
    const options = {
      'env-file': { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
};

const { values, positionals: names } = readArguments(process.argv.slice(2));
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const unknown = names.filter((name) => !examples.has(name));
if (unknown.length > 0) fail(`Unknown example: ${unknown.join(', ')}. The examples are: ${[...examples.keys()].join(', ')}.`);

const fileText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => fail(`The file ${file} could not be read.`));
const file = values['env-file'] === undefined ? {} : parseEnv(await fileText(values['env-file']));
const variables = { ...file, ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')) };
if (values['env-file'] !== undefined && !variables['PLATFORM_API_KEY']) fail(`${values['env-file']} sets no PLATFORM_API_KEY.`);

const questions = createQuestions();
/** Aborted when the user stops the examples. */
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const stopped = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('stopped'))));
stopped.catch(() => undefined);
const leftBehind: string[] = [];

interface Cleaning {
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/** Removes what an example created, the latest first. A cleaning may sign in again, which adds another session to end. */
const cleanUp = async (cleaning: Cleaning[]): Promise<void> => {
  for (let next = cleaning.pop(); next; next = cleaning.pop()) {
    const { what, run } = next;
    await run().catch((error: unknown) => {
      leftBehind.push(what);
      console.error(printable(`  could not be cleaned up: ${what}: ${whyOf(error)}`));
    });
  }
};

const nothingToRead = async (): Promise<void> => skip('every call of its service writes or is billed, so nothing of it only reads');

const LAST_CALLS_MS = 5000;

/** Runs an example in a separate environment, and always cleans up afterwards. */
const runExample = async (example: Example): Promise<Outcome> => {
  const cleaning: Cleaning[] = [];
  const environment = await openEnvironment({
    variables,
    questions,
    cleanUp: (what, work) => void cleaning.push({ what, run: work }),
  });
  const run = values['read-only'] ? (example.read ?? nothingToRead) : example.run;
  const running = run(environment);
  try {
    await Promise.race([running, stopped]);
    return { state: 'ran' };
  } catch (error) {
    return isSkip(error) ? { state: 'skipped', why: error.message } : { state: 'failed', why: whyOf(error) };
  } finally {
    await cleanUp(cleaning);
    // Waits a moment for running calls, because they may still create resources.
    await Promise.race([running.catch(() => undefined), setTimeout(LAST_CALLS_MS, undefined, { ref: false })]);
    await cleanUp(cleaning);
    await environment.close();
  }
};

const outcomes = new Map<string, Outcome>();
for (const [name, example] of examples) {
  if (stop.signal.aborted || (names.length > 0 && !names.includes(name))) continue;
  console.log(`\n${example.title}`);
  const outcome = await runExample(example);
  outcomes.set(name, outcome);
  if (outcome.state === 'skipped') console.log(printable(`  skipped: ${outcome.why}`));
  if (outcome.state === 'failed') console.error(printable(`  failed: ${outcome.why}`));
}
questions.close();

const inState = (state: Outcome['state']): string[] => [...outcomes].filter(([, outcome]) => outcome.state === state).map(([name]) => name);
const [ran, skipped, failed] = [inState('ran'), inState('skipped'), inState('failed')];
const named = (list: readonly string[]): string => (list.length > 0 ? ` (${list.join(', ')})` : '');
console.log(
  `\n${ran.length} of ${outcomes.size} examples ran, ${skipped.length} skipped${named(skipped)}, ${failed.length} failed${named(failed)}.`,
);
if (leftBehind.length > 0) console.log(printable(`Left behind: ${leftBehind.join(', ')}.`));
if (failed.length > 0 || leftBehind.length > 0) process.exitCode = 1;
