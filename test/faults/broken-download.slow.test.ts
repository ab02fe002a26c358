import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { saveTo } from '@platform-sdk/agent-passes/node';
import type { Archive, DownloadOptions } from '@platform-sdk/converter';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { scene } from './converter-scene.ts';
import { answer, answerOf, close, inTurn, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf, firstTokens, stoppedClock, takeTimers, startSignedIn } from './signed-in-clients.ts';
import { zip } from './zips.ts';

beforeEach(() => void takeTimers());

const site = 'docs.example.com';
const bytes = Buffer.from(zip([{ name: `${site}/page.md`, data: '# A\n' }]));
const type = { 'Content-Type': 'application/zip' };
const good = answer(200, bytes, type);
const half = answerOf(200, type, bytes.subarray(0, 60), bytes.length);
const headersAlone = answerOf(200, type, '', bytes.length);

const collect = async (archive: Archive): Promise<Buffer> => {
  let parts: Uint8Array[] = [];
  await archive.receive({ write: (chunk) => void parts.push(chunk), restart: () => void (parts = []) });
  return Buffer.concat(parts);
};

/** Ways to receive an archive, with their results. Each way starts again if the download breaks. */
const ways: readonly (readonly [string, (archive: Archive, folder: string) => Promise<unknown>, unknown])[] = [
  ['a Blob', async (archive) => Buffer.from(await (await archive.blob()).arrayBuffer()), bytes],
  ['a sink', collect, bytes],
  [
    'a file',
    async (archive, folder) => {
      await archive.saveTo(join(folder, 'docs.zip'));
      return readFileSync(join(folder, 'docs.zip'));
    },
    bytes,
  ],
  ['files', async (archive, folder) => (await archive.extractTo(folder)).files, [`${site}/page.md`]],
  [
    'entries',
    async (archive) => {
      const names: string[] = [];
      for await (const { name } of archive.entries()) names.push(name);
      return names;
    },
    [`${site}/page.md`],
  ],
];

describe.each(ways)('broken download received as %s', (_, receive, whole) => {
  it.each<[string, Reaction]>([
    ['before its first byte', close(headersAlone)],
    ['in the middle', close(half)],
  ])('a download is repeated after its connection broke %s', async (__, broken) => {
    const { converter, server } = await scene(inTurn(broken, broken, good));
    await expect(receive(await converter.download({ site }), newFolder())).resolves.toEqual(whole);
    expect(server.requests.map(({ target }) => target)).toEqual(Array.from({ length: 3 }, () => `/api/download/${site}`));
  });

  it('a download is repeated after it stalled', async () => {
    const { converter, server } = await scene(inTurn(stall(half), good));
    await expect(receive(await converter.download({ site }, { idleMs: 400 }), newFolder())).resolves.toEqual(whole);
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, DownloadOptions, number]>([
    ['at most twice', {}, 3],
    ['at most twice, whatever the retry limit', { retry: { limit: 9 } }, 3],
    ['once if one retry is allowed', { retry: { limit: 1 } }, 2],
    ['never if retries are disabled', { retry: false }, 1],
  ])('a broken download is repeated %s', async (__, options, requests) => {
    const folder = newFolder();
    const { converter, server } = await scene(close(half));
    const failure = await failureOf(receive(await converter.download({ site }, options), folder));
    expect(failure).toMatchObject({ kind: 'interrupted', operation: 'converter.download', attempts: requests });
    expect(server.requests).toHaveLength(requests);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a broken download fails with the error of the first response if the repeated request gets no response', async () => {
    const { converter } = await scene(inTurn(close(half), reset));
    await expect(failureOf(receive(await converter.download({ site }), newFolder()))).resolves.toMatchObject({ kind: 'interrupted' });
  });

  it('a broken download fails with the status of the repeated request if the service rejects that request', async () => {
    const { converter } = await scene(inTurn(close(half), json(404, { error: 'Gone.' })));
    await expect(failureOf(receive(await converter.download({ site }), newFolder()))).resolves.toMatchObject({ kind: 'http', status: 404 });
  });
});

it('a download that breaks before its first byte is repeated, even as a stream', async () => {
  const { converter, server } = await scene(inTurn(close(headersAlone), good));
  const stream = (await converter.download({ site })).stream();
  expect(Buffer.from(await new Response(stream).arrayBuffer())).toEqual(bytes);
  expect(server.requests).toHaveLength(2);
});

it('a download as a stream is not repeated if it breaks after its first byte', async () => {
  const { converter, server } = await scene(inTurn(close(half), good));
  const stream = (await converter.download({ site })).stream();
  await expect(failureOf(new Response(stream).arrayBuffer())).resolves.toMatchObject({ kind: 'interrupted' });
  expect(server.requests).toHaveLength(1);
});

it('a download is not repeated after its stream was cancelled', async () => {
  const { converter, server } = await scene(inTurn(stall(headersAlone), good));
  const reader = (await converter.download({ site })).stream().getReader();
  const read = reader.read();
  await reader.cancel();
  await expect(read).resolves.toMatchObject({ done: true });
  await server.until(() => server.open() === 0);
  expect(server.requests).toHaveLength(1);
});

it('a repeated download restarts its progress at 0', async () => {
  const { converter } = await scene(inTurn(close(half), good));
  const seen: number[] = [];
  const archive = await converter.download({ site }, { onProgress: ({ receivedBytes }) => void seen.push(receivedBytes) });
  await archive.blob();
  expect(seen[0]).toBe(60);
  expect(seen.at(-1)).toBe(bytes.length);
});

it('a repeated download sends the same bearer token to the service, and no token to the storage', async () => {
  const storage = await startFaultServer(inTurn(close(half), good));
  const tokens = ['planted-token-1', 'planted-token-2'];
  const { converter, server } = await scene(answer(302, '', { Location: `${storage.origin}/docs.zip?signature=abc` }), {
    token: () => tokens.shift() ?? '',
  });
  await (await converter.download({ site })).blob();
  expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer planted-token-1', 'Bearer planted-token-1']);
  expect(storage.requests).toHaveLength(2);
  for (const { raw } of storage.requests) expect(raw).not.toMatch(/planted|authorization/i);
});

it('a broken download is not repeated after timeoutMs has passed', async () => {
  const clock = stoppedClock();
  const { converter, server } = await scene(close(half), { clock });
  const options = { timeoutMs: 60_000, onProgress: () => clock.advance(60_000) };
  const archive = await converter.download({ site }, options);
  await expect(failureOf(archive.blob())).resolves.toMatchObject({ kind: 'interrupted', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

describe('a broken export of agent passes', () => {
  const whole = JSON.stringify([{ endpoint: '/a' }]);
  const broken = close(answerOf(200, { 'Content-Type': 'application/json' }, whole.slice(0, 9), whole.length));
  const query = { agent_user_id: 'agent-1' };

  it('a broken export that is saved to a file is repeated', async () => {
    const { server, platform } = await startSignedIn(inTurn(broken, answer(200, whole)));
    const path = join(newFolder(), 'log.json');
    await saveTo(await createAgentPassesClient(platform).activity.export(query), path);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(server.requests).toHaveLength(2);
  });

  it("a broken export is not repeated with another user's token", async () => {
    const { server, platform } = await startSignedIn(broken);
    const file = await createAgentPassesClient(platform).activity.export(query);
    await platform.session.set({ ...firstTokens, id: 'user-2', accessToken: 'planted-other-user' });
    await expect(failureOf(file.blob())).resolves.toMatchObject({ kind: 'session', operation: 'agentPasses.activity.export' });
    expect(server.requests).toHaveLength(1);
  });
});
