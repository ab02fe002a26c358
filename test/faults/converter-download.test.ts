import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '@platform-sdk/converter';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scene } from './converter-scene.ts';
import { answer, answerOf, close, inTurn, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf } from './scene.ts';
import { zip } from './zips.ts';

const site = 'docs.example.com';
const bytes = Buffer.from(zip([{ name: `${site}/pages/a/output/page.md`, data: '# A\n' }]));
const type = { 'Content-Type': 'application/zip' };
const good = answer(200, bytes, type);
/** Says how long it is, and is not. */
const half = answerOf(200, type, bytes.subarray(0, 60), bytes.length);
/** Ends with its connection, and so may be over anywhere. */
const unmeasured = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nConnection: close\r\n\r\n'), bytes]);

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'converter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Every way to receive an archive; what is given is a folder for it. */
const ways: readonly (readonly [string, (archive: Archive, folder: string) => Promise<unknown>])[] = [
  ['a Blob', (archive) => archive.blob()],
  ['a stream', (archive) => new Response(archive.stream()).arrayBuffer()],
  ['a file', (archive, folder) => archive.saveTo(join(folder, 'docs.zip'))],
  ['files', (archive, folder) => archive.extractTo(join(folder, 'docs'))],
];

describe.each(ways)('a download received as %s', (_, receive) => {
  it.each<[string, Reaction, string]>([
    ['is closed before its length', close(half), 'interrupted'],
    ['is closed where it says no length', close(unmeasured.subarray(0, -1)), 'truncated'],
    ['is a page', answer(200, '<!doctype html><title>Proxy</title>', { 'Content-Type': 'text/html' }), 'shape'],
    ['is an error in JSON', json(200, { error: 'Not yet' }), 'shape'],
    ['is empty', answer(200, '', type), 'shape'],
  ])('fails when it %s, and leaves no file', async (__, reaction, kind) => {
    const folder = newFolder();
    const { converter, server } = await scene(reaction);
    const archive = await converter.download({ site });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind, operation: 'converter.download' });
    expect(readdirSync(folder)).toEqual([]);
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /api/download/docs.example.com']);
  });

  it('fails when its connection is reset', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const archive = await converter.download({ site }, { onProgress: () => server.resetAll() });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'interrupted' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is closed when it goes silent', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const archive = await converter.download({ site }, { idleMs: 30 });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'stalled' });
    await server.until(() => server.open() === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is closed when it is aborted', async () => {
    const folder = newFolder();
    const { converter, server } = await scene(stall(half));
    const controller = new AbortController();
    const archive = await converter.download({ site }, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(failureOf(receive(archive, folder))).resolves.toMatchObject({ kind: 'aborted' });
    await server.until(() => server.open() === 0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a download', () => {
  it('is whole where it says no length', async () => {
    const path = join(newFolder(), 'docs.zip');
    const { converter } = await scene(close(unmeasured));
    await (await converter.download({ site })).saveTo(path);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('closes its connection when its stream is cancelled, though nothing comes', async () => {
    const { converter, server } = await scene(stall(half));
    const reader = (await converter.download({ site })).stream().getReader();
    await reader.read();
    await reader.cancel();
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('closes its connection when it is longer than allowed', async () => {
    const { converter, server } = await scene(stall(half));
    const archive = await converter.download({ site });
    const failure = await failureOf(archive.extractTo(join(newFolder(), 'docs'), { maxArchiveBytes: 59 }));
    expect(failure).toMatchObject({ kind: 'archive', code: 'LIMIT', field: 'maxArchiveBytes' });
    await server.until(() => server.open() === 0);
  });

  it('is asked for again when it was not answered', async () => {
    const { converter, server } = await scene(inTurn(reset, good));
    await expect((await converter.download({ site })).blob()).resolves.toMatchObject({ size: bytes.length });
    expect(server.requests).toHaveLength(2);
  });

  it('is not asked for again when its storage breaks off', async () => {
    const storage = await startFaultServer(close(half));
    const { converter, server } = await scene(answer(302, '', { Location: `${storage.origin}/docs.zip?signature=abc` }), {
      token: 'planted-converter-token',
    });
    await expect(failureOf((await converter.download({ site })).blob())).resolves.toMatchObject({ kind: 'interrupted' });
    expect([server.requests.length, storage.requests.length]).toEqual([1, 1]);
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer planted-converter-token' });
    expect(storage.requests[0]?.raw).not.toMatch(/planted|authorization/i);
  });
});
