import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from '@platform-sdk/converter';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { scene } from './converter-scene.ts';
import { answer, answerOf, close, inTurn, json, reset, stall, type Reaction } from './fault-server.ts';
import { failureOf, takeTimers } from './signed-in-clients.ts';
import { zip } from './zips.ts';

beforeEach(() => void takeTimers());

const site = 'docs.example.com';
const bytes = Buffer.from(zip([{ name: `${site}/pages/a/output/page.md`, data: '# A\n' }]));
const type = { 'Content-Type': 'application/zip' };
const good = answer(200, bytes, type);
/** A response that ends before its declared length. */
const half = answerOf(200, type, bytes.subarray(0, 60), bytes.length);
/** A response without a declared length. Its body ends with the connection. */
const unmeasured = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nConnection: close\r\n\r\n'), bytes]);

/** Ways to receive an archive. `folder` is for ways that write files. */
const ways: readonly (readonly [string, (archive: Archive, folder: string) => Promise<unknown>])[] = [
  ['a Blob', (archive) => archive.blob()],
  ['a stream', (archive) => new Response(archive.stream()).arrayBuffer()],
  ['a file', (archive, folder) => archive.saveTo(join(folder, 'docs.zip'))],
  ['files', (archive, folder) => archive.extractTo(join(folder, 'docs'))],
];

/** Returns the number of attempts. A download as a stream is not repeated after its first chunk. */
const triesOf = (way: string): number => (way === 'a stream' ? 1 : 3);

describe.each(ways)('a download received as %s', (way, receive) => {
  it.each<[string, Reaction, string, number]>([
    ['is closed before its length', close(half), 'interrupted', triesOf(way)],
    ['without a declared length is closed early', close(unmeasured.subarray(0, -1)), 'truncated', triesOf(way)],
    ['ends too early at its declared length', answer(200, bytes.subarray(0, -1), type), 'truncated', 1],
    ['is an HTML page', answer(200, '<!doctype html><title>Proxy</title>', { 'Content-Type': 'text/html' }), 'invalid-response', 1],
    ['is an error in JSON', json(200, { error: 'Not yet' }), 'http', 1],
    ['is empty', answer(200, '', type), 'invalid-response', 1],
  ])('a download fails if its response %s, and leaves no file', async (__, reaction, kind, tries) => {
    const folder = newFolder();
    const { converter, server } = await scene(reaction);
    const archive = await converter.download({ site });
    const facts = { kind, operation: 'converter.download', attempts: tries };
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject(facts);
    expect(readdirSync(folder)).toEqual([]);
    const sent = server.requests.map(({ method, target }) => `${method} ${target}`);
    expect(sent).toEqual(Array.from({ length: tries }, () => 'GET /api/download/docs.example.com'));
  });

  it('a download fails if its connection is reset', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const archive = await converter.download({ site }, { onProgress: () => server.resetAll() });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'interrupted' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a stalled download closes its connection', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const archive = await converter.download({ site }, { idleMs: 30 });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'stalled' });
    await server.until(() => server.open() === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('an aborted download closes its connection', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const controller = new AbortController();
    const archive = await converter.download({ site }, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'aborted' });
    await server.until(() => server.open() === 0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a download without a declared length is complete', async () => {
  const path = join(newFolder(), 'docs.zip');
  const { converter } = await scene(close(unmeasured));
  await (await converter.download({ site })).saveTo(path);
  expect(readFileSync(path)).toEqual(bytes);
});

it('cancelling the stream of a stalled download closes its connection', async () => {
  const { converter, server } = await scene(stall(half));
  const reader = (await converter.download({ site })).stream().getReader();
  await reader.read();
  await reader.cancel();
  await server.until(() => server.open() === 0);
  expect(server.requests).toHaveLength(1);
});

it('a download above the size limit closes its connection', async () => {
  const { converter, server } = await scene(stall(half));
  const archive = await converter.download({ site });
  const failure = await failureOf(archive.extractTo(join(newFolder(), 'docs'), { maxArchiveBytes: 59 }));
  expect(failure).toMatchObject({ kind: 'archive', code: 'LIMIT', field: 'maxArchiveBytes' });
  await server.until(() => server.open() === 0);
});

it('a download is retried if it gets no response', async () => {
  const { converter, server } = await scene(inTurn(reset, good));
  await expect((await converter.download({ site })).blob()).resolves.toMatchObject({ size: bytes.length });
  expect(server.requests).toHaveLength(2);
});
