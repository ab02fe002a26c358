import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveTo } from '@platform-sdk/agent-passes/node';
import { expect, it, onTestFinished } from 'vitest';
import { benchOf, failureOf, recordingFetch } from './bench.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-passes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const exportOf = async (content: BodyInit) => {
  const { agentPasses, wire } = await benchOf(recordingFetch(() => new Response(content)));
  return { file: await agentPasses.activity.export({ agent_user_id: 'agent-1' }, { retry: false }), wire };
};

const breaking = (): ReadableStream<Uint8Array> => {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(new TypeError('terminated'));
      isBegun = true;
      return controller.enqueue(new TextEncoder().encode('[{"endpoint":'));
    },
  });
};

it('saveTo writes an export to the given path', async () => {
  const folder = await newFolder();
  await saveTo((await exportOf('[{"endpoint":"/a"}]')).file, join(folder, 'log.json'));
  await expect(readdir(folder)).resolves.toEqual(['log.json']);
  await expect(readFile(join(folder, 'log.json'), 'utf8')).resolves.toBe('[{"endpoint":"/a"}]');
});

it('saveTo replaces an existing file', async () => {
  const path = join(await newFolder(), 'log.json');
  await writeFile(path, 'before');
  await saveTo((await exportOf('[]')).file, path);
  await expect(readFile(path, 'utf8')).resolves.toBe('[]');
});

it.each([
  ['breaks', breaking, 'interrupted'],
  ['ends too early', () => '[{"endpoint":', 'truncated'],
])('saveTo leaves no files behind if the download %s', async (_, content, kind) => {
  const folder = await newFolder();
  const failure = await failureOf(saveTo((await exportOf(content())).file, join(folder, 'log.json')));
  expect(failure).toMatchObject({ kind, operation: 'agentPasses.activity.export' });
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('saveTo keeps an existing file if the next download breaks', async () => {
  const folder = await newFolder();
  const path = join(folder, 'log.json');
  await writeFile(path, 'before');
  await failureOf(saveTo((await exportOf(breaking())).file, path));
  await expect(readdir(folder)).resolves.toEqual(['log.json']);
  await expect(readFile(path, 'utf8')).resolves.toBe('before');
});

it('saveTo closes the connection when the file cannot be written', async () => {
  const { file, wire } = await exportOf('[]');
  const failure = await failureOf(saveTo(file, join(await newFolder(), 'missing', 'log.json')));
  expect(failure).toMatchObject({
    name: 'PlatformError',
    kind: 'archive',
    code: 'NOT_WRITTEN',
    field: 'path',
    operation: 'agentPasses.activity.export',
    message: expect.stringMatching(/log\.json" is not saved \(ENOENT\): the folder does not exist\. Create it first$/) as string,
  });
  expect(wire.only().signal.aborted).toBe(true);
});
