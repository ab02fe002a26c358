import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '@platform-sdk/cli';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordingTerminal } from '../recording-terminal.ts';
import { CANARY, canariesIn, withCanaries } from './canaries.ts';
import { served } from './listen.ts';
import { populatedPlatform } from './populated-platform.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drift-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it.each([[['--all']], [['--json']]])('platform-sdk drift prints and writes no values of responses with %j', async (more) => {
  const populated = await populatedPlatform();
  const seen: string[] = [];
  const env = await served(populated, withCanaries(populated.local.fetch, seen));
  const terminal = recordingTerminal(env);
  const [names, output] = [join(folder, 'names.json'), join(folder, 'report.json')];
  const code = await main(['drift', '--allow-writes', '--allow-billed', '--wire-names', names, '--output', output, ...more], terminal);

  const texts = [...terminal.printed, ...terminal.errors, await readFile(names, 'utf8'), await readFile(output, 'utf8')].join('\n');
  expect(seen.length).toBeGreaterThan(80);
  // The report mentions unknown values of enumerations, so the run has read values.
  expect(texts).toContain('unknown value');
  expect(canariesIn(texts.replaceAll('x-canary-free-name', ''))).toEqual([]);
  const { account, local } = populated;
  for (const secret of [account.password, local.apiKey, local.gatewayKey, local.projectKeys.secretKey, account.username, CANARY])
    expect(texts.replaceAll('x-canary-free-name', '')).not.toContain(secret);
  expect(code).toBe(1);
});

it('drift masks sent and received credentials if a server uses them as field names', async () => {
  const populated = await populatedPlatform();
  const { local, account } = populated;
  const received = 'correct-horse-battery-staple';
  const sent = new Set<string>([account.password, local.gatewayKey, local.projectKeys.secretKey, received]);
  const env = await served(populated, async (request) => {
    const bearer = request.headers.get('authorization')?.replace(/^\w+ /, '');
    if (bearer) sent.add(bearer);
    const response = await local.fetch(request);
    const headers = new Headers([...response.headers].filter(([name]) => name !== 'content-length'));
    for (const secret of sent) if (/^[\w-]+$/.test(secret)) headers.set(`x-${secret}`, 'yes');
    const document: unknown = await response.json().catch(() => undefined);
    const names = Object.fromEntries([...sent].map((secret) => [secret, secret]));
    return Response.json(
      { ...Object(document), ...names, meta: { can: names }, api_token: received },
      { status: response.status, headers },
    );
  });
  const terminal = recordingTerminal(env);
  const output = join(folder, 'report.json');
  await main(['drift', '--all', '--allow-writes', '--output', output], terminal);

  const texts = [...terminal.printed, ...terminal.errors, await readFile(output, 'utf8')].join('\n').toLowerCase();
  expect(texts).toContain('(withheld)');
  expect([...sent].filter((secret) => texts.includes(secret.toLowerCase()))).toEqual([]);
});

it('platform-sdk drift prints the keys of meta.can, except keys that may be data', async () => {
  const populated = await populatedPlatform();
  const env = await served(populated, async (request) => {
    const response = await populated.local.fetch(request);
    if (!request.url.includes('/user_settings')) return response;
    const can = { project: { archive: true, 'ada@example.com': true }, 'organization.close': false, 'a12345678.b': true };
    return Response.json({ ...((await response.json()) as object), meta: { can } });
  });
  const terminal = recordingTerminal(env);
  await main(['drift'], terminal);
  expect(terminal.printed).toContain(
    'Permissions in meta.can: organization.close (undocumented), organization.manageSettings, project.archive (undocumented), project.create',
  );
});
