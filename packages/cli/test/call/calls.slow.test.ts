import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type LocalServer } from '@platform-sdk/local-platform';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { populatedPlatform, variablesOf, type Populated } from '../drift/populated-platform.ts';
import { run, type Person } from './run.ts';

let populated: Populated;
let server: LocalServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-'));
  populated = await populatedPlatform();
  server = await serve(populated.local);
  const { code, err } = await run(['login'], env());
  if (code !== 0) throw new Error(err);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => populated.local.faults.clear());

const env = (): Record<string, string> => ({ ...variablesOf(populated, server.origin), XDG_STATE_HOME: folder });
const call = async (args: readonly string[], person?: Person) => run(['call', ...args], env(), person);
const sent = (operation: string): number => populated.local.requestLog.filter((each) => each.operation === operation).length;

const ownWallet = async (): Promise<string> => {
  const { out } = await call(['wallets.list', '--entity-type', 'user', '--json']);
  return (JSON.parse(out) as { readonly addressHash: string }).addressHash;
};

it('a list is read page by page, up to --limit', async () => {
  const before = sent('analytics.traces.list');
  const page = await call(['analytics.traces.list', '--input.limit', '5']);
  const some = await call(['analytics.traces.list', '--input.limit', '5', '--limit', '7', '--json']);
  const all = await call(['analytics.traces.list', '--input.limit', '5', '--all', '--json']);

  expect(page.out.trim().split('\n')).toHaveLength(6);
  expect(page.err).toBe('5 items. There are more: --all, or --limit <number>.');
  expect(
    some.out
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object)[0]),
  ).toEqual(Array(7).fill('id'));
  expect(all.out.trim().split('\n')).toHaveLength(12);
  expect([some.err, all.err, sent('analytics.traces.list') - before]).toEqual(['', '', 1 + 2 + 3]);
});

it('a list is printed as a table, and the summary names the columns that do not fit', async () => {
  const { out, err } = await call(['organizations.list'], { columns: 60 });

  expect(out).toMatch(/^id +name\n[\w-]{36} {2}Analytical Engines\n/);
  expect(err).toMatch(/^1 item\. Not shown: .*users.* --json shows all\.$/);
});

it('a call that needs confirmation sends nothing without a terminal and without --yes', async () => {
  const address = await ownWallet();
  const text = await call(['wallets.debit', '--address-hash', address, '--amount', '1']);
  const json = await call(['memory.memories.removeAll', '--json']);

  expect(text).toEqual({
    code: 3,
    out: '',
    err: 'wallets.debit is sent once, and never repeated. It needs --yes without a terminal. Nothing was sent.',
  });
  expect([json.code, JSON.parse(json.err)]).toMatchObject([3, { error: { kind: 'declined', outcome: 'not-sent' }, exitCode: 3 }]);
  expect([sent('wallets.debit'), sent('memory.memories.removeAll')]).toEqual([0, 0]);
});

it.each([
  ['', 3, 0],
  ['n', 3, 0],
  [undefined, 3, 0],
  ['y', 0, 1],
])('a call with the reply %j to its confirmation exits with %s', async (reply, code, count) => {
  const questions: string[] = [];
  const before = sent('wallets.debit');
  const ask = async (question: string) => (questions.push(question), reply);
  const ran = await call(['wallets.debit', '--address-hash', await ownWallet(), '--amount', '1'], { ask, isInteractive: true });

  expect([ran.code, questions, sent('wallets.debit') - before]).toEqual([code, ['Send it? [y/N] '], count]);
  expect(ran.err).toContain('  amount: 1\n'.trimEnd());
});

it('the confirmation hides secrets, and the input is checked before the question', async () => {
  const ask = async () => 'n';
  const reset = await call(['auth.resetPassword', '--token', 'reset-1', '--password', 'new-secret'], { ask, isInteractive: true });
  const wrong = await call(['wallets.debit', '--amount', '1'], { ask: () => Promise.reject(new Error('asked')), isInteractive: true });

  expect(reset.err).toContain('  token: [hidden]\n  password: [hidden]');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('addressHash is required')]);
});

it('--yes confirms a call that removes everything, without a terminal', async () => {
  expect(await call(['memory.memories.removeAll', '--yes', '--json'])).toMatchObject({ code: 0, err: '' });
  expect(sent('memory.memories.removeAll')).toBe(1);
});

it('secrets in responses are hidden without --show-secrets', async () => {
  const { id = '' } = JSON.parse((await call(['organizations.list', '--json'])).out) as { id?: string };
  const project = ['projects.get', '--organization-id', id, '--project-id', '1', '--secret'];
  const hidden = await call(project);
  const json = await call([...project, '--json']);
  const shown = await call([...project, '--show-secrets']);
  const { secretKey } = populated.local.projectKeys;

  expect(hidden.out).toMatch(/meta\.secrets\.secretKey +\[hidden\]/);
  expect(hidden.err).toBe('1 secret hidden. --show-secrets prints them.');
  expect(`${hidden.out}${json.out}`).not.toContain(secretKey);
  expect(shown.out).toContain(secretKey);
});

it('a call that returns a new secret only once is rejected without --show-secrets', async () => {
  const before = sent('memory.tokens.create');
  const refused = await call(['memory.tokens.create', '--name', 'ci']);
  const shown = await call(['memory.tokens.create', '--name', 'ci', '--show-secrets', '--json']);

  expect([refused.code, refused.out, sent('memory.tokens.create') - before]).toEqual([2, '', 1]);
  expect(JSON.parse(shown.out)).toHaveProperty('access_token', expect.stringMatching(/^mem_/));
});

const chat = ['gateway.chatStream', '--model', 'auto', '--messages', '{"role":"user","content":"Hello"}'];

it('a stream is printed as text while it arrives, or with --json as one event per line', async () => {
  const text = await call(chat);
  const json = await call([...chat, '--json']);

  expect(text.out).toBe('You said: Hello\n');
  expect(text.err).toMatch(/^usage: \{"prompt_tokens":1/);
  expect(
    json.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toContainEqual(expect.objectContaining({ choices: [expect.anything()] }));
});

it('a job prints its progress to the standard error, and then its result', async () => {
  const { code, out, err } = await call(['converter.convert', '--url', populated.local.sampleSite, '--json']);

  expect([code, JSON.parse(out)]).toMatchObject([0, { success: true, metadata: { title: 'The Engine Society' } }]);
  expect(err).toContain('Starting browser');
});

it('a billed stream that breaks exits with 8, after printing the received text', async () => {
  populated.local.faults.add({ operation: 'gateway.chatStream', failure: 'reset-body' });
  const { code, out, err } = await call(chat);

  expect(out).toMatch(/^You.*\n$/);
  expect([code, err]).toEqual([8, expect.stringContaining('The service probably applied the call. Do not repeat it.')]);
});

it('call uploads a file from a path, writes a download unchanged, and writes no archive to a terminal', async () => {
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'Notes.');

  expect(JSON.parse((await call(['upload.upload', '--file', file, '--json'])).out)).toMatchObject({ extracted_text: 'Notes.' });
  expect(await call(['agentPasses.activity.export', '--agent-user-id', 'agent-1'])).toMatchObject({ code: 0, out: '[]' });
  expect(await call(['converter.download', '--site', 'a.test'], { isOutputTerminal: true })).toMatchObject({ code: 2, out: '' });
});

it('failures exit with the code of their kind, and name the next step', async () => {
  const missing = await call(['wallets.get', '--address-hash', 'none', '--json']);
  populated.local.faults.add({ operation: 'wallets.debit', status: 503 });
  const unknown = await call(['wallets.debit', '--address-hash', await ownWallet(), '--amount', '1', '--yes']);
  const nobody = await run(['call', 'wallets.list', '--profile', 'nobody'], env());
  const { PLATFORM_MEMORY_TOKEN: _, ...others } = env();
  const token = await run(['call', 'memory.users.me'], others);

  expect([missing.code, missing.out, JSON.parse(missing.err)]).toMatchObject([
    5,
    '',
    { error: { status: 404, outcome: 'rejected' }, exitCode: 5 },
  ]);
  expect([unknown.code, unknown.err]).toEqual([7, expect.stringContaining('Look for its effect before you repeat it.')]);
  populated.local.faults.add({ operation: 'wallets.list', failure: 'html' });
  const read = await call(['wallets.list']);
  expect([read.code, read.err]).toEqual([1, expect.not.stringContaining('may have applied')]);
  expect([nobody.code, nobody.err]).toEqual([4, expect.stringContaining('Sign in with: platform-sdk login.')]);
  expect([token.code, token.err]).toEqual([4, expect.stringContaining('Set PLATFORM_MEMORY_TOKEN, or')]);
});

it('a call with a wrong Api-Key fails with 4, and does not end the session', async () => {
  const wrong = await run(['call', 'wallets.list'], { ...env(), PLATFORM_API_KEY: 'wrong' });

  expect([wrong.code, (await call(['wallets.list'])).code]).toEqual([4, 0]);
});
