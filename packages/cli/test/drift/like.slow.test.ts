import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, type DriftReport } from '@platform-sdk/cli';
import type { Snapshot } from '@platform-sdk/local-platform';
import { connectControl } from '@platform-sdk/local-platform/control';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { recordingTerminal } from '../recording-terminal.ts';
import { changed, type Change } from './changed-platform.ts';
import { wireNamesIn } from './changes.ts';
import { environmentChanges, type EnvironmentChange } from './environment-changes.ts';
import { served } from './listen.ts';
import { populatedPlatform, variablesOf } from './populated-platform.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drift-like-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const TOKEN = 'test-token';

/** Starts `platform-sdk local --like` with the state of another platform. Returns its origin and its output. */
const startLike = async (report: string, state: Snapshot) => {
  const stop = new AbortController();
  const terminal = recordingTerminal({}, stop);
  const ended = main(['local', '--port', '0', '--control-token', TOKEN, '--like', report], terminal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  await vi.waitUntil(() => terminal.printed.some((line) => line.includes('Ctrl+C')) || terminal.errors.length > 0, { timeout: 30_000 });
  const origin = /http:\S+/.exec(terminal.printed[0] ?? '')?.[0] ?? '';
  await connectControl(origin, TOKEN).restore(state);
  return { origin, printed: terminal.printed };
};

const keyOf = ({ operation, kind, where }: Pick<Change, 'operation' | 'kind' | 'where'>): string => `${operation} ${kind} ${where}`;

const run = async (env: Record<string, string>, ...args: string[]) => {
  const terminal = recordingTerminal(env);
  const code = await main(['drift', ...args], terminal);
  return { code, out: terminal.printed.join('\n') };
};

/** Runs drift on a changed environment, then on a local platform that adopts the shapes of the first report. Compares both reports. */
const adopt = async (changes: readonly EnvironmentChange[], ...args: string[]) => {
  const populated = await populatedPlatform(wireNamesIn(changes));
  const state = populated.local.snapshot();
  const env = await served(populated, changed(populated.local.fetch, changes));
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  await run(env, '--output', before, ...args);
  const like = await startLike(before, state);
  await run(variablesOf(populated, like.origin), '--output', after, ...args);
  const [report, second] = await Promise.all([before, after].map(async (file) => JSON.parse(await readFile(file, 'utf8')) as DriftReport));
  return { report: report!, second: second!, printed: like.printed, comparison: await run({}, '--compare', before, after) };
};

it.each([[['--allow-writes']], [['--allow-writes', '--allow-billed']]])(
  'platform-sdk local --like changes nothing for a report without findings of drift %j',
  async (args) => {
    const { report, comparison } = await adopt([], ...args);
    expect(report.findings).toEqual([]);
    expect(comparison).toEqual({ code: 0, out: '0 changes.' });
  },
);

it('platform-sdk local --like adopts 17 changes of an environment, so that a second drift reports the same', async () => {
  const changes = environmentChanges.filter(({ unadopted }) => unadopted === undefined);
  const { report, second, comparison, printed } = await adopt(changes, '--allow-writes');
  expect(changes).toHaveLength(17);
  // The run found every change that breaks the contract.
  const keys = new Set(report.findings.map(keyOf));
  expect(changes.filter((each) => each.kind !== '' && !keys.has(keyOf(each))).map(({ title }) => title)).toEqual([]);
  expect(comparison).toEqual({ code: 0, out: '0 changes.' });
  expect(second.findings).toEqual(report.findings);
  expect(second.permissions).toEqual(report.permissions);
  expect(printed.find((line) => line.startsWith('Responses'))).toBe(`Responses have the shapes of ${join(folder, 'before.json')}.`);
});

it('platform-sdk local --like adopts 17 of 20 changes, and lists the findings that it does not adopt', async () => {
  const { comparison, printed } = await adopt(environmentChanges, '--allow-writes');
  expect(environmentChanges).toHaveLength(20);
  expect(comparison.out.split('\n')).toEqual([
    'organizations.list: data.attributes.currentUserRole: absent -> string',
    'wallets.list: data.attributes.balance: number or string -> number',
    'memory.live: status: an unknown value (lower_case) -> none',
    '3 changes.',
  ]);
  expect(printed.filter((line) => line.startsWith('  '))).toEqual([
    '  wallets.list: data.attributes.balance (the report does not show which objects have which type)',
    '  memory.live: status (a report contains no values)',
  ]);
});
