import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as AgentPasses from '@platform-sdk/agent-passes';
import type * as Converter from '@platform-sdk/converter';
import type * as Upload from '@platform-sdk/upload';
import { failureOf, recordingFetch, text } from '@platform-sdk/test-helpers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPage, importPage } from './split-page.ts';

const CLIENTS = 'agent-passes analytics auth converter gateway memory organizations projects search settings upload wallets'.split(' ');

/** The bundle of all clients without the files that it loads on demand, because a service worker may fail to load them. */
let page: typeof AgentPasses & typeof Converter & typeof Upload;
let folder: string;
/** The names of the removed files whose sources are outside core. */
let removed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'removed-files-'));
  const chunks = await buildPage(['core', ...CLIENTS], folder);
  removed = chunks.flatMap(({ path, source }) => (path.includes('/core/') ? [] : source)).toSorted();
  await Promise.all(chunks.map(({ file }) => rm(file)));
  page = await importPage(folder);
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

const typed = (purpose: string): object => ({
  kind: 'network',
  outcome: 'not-sent',
  message: expect.stringContaining(`The code for ${purpose} could not be loaded`) as unknown,
});

it('the clients load only the listed files on demand', () => {
  expect(removed).toEqual(['activity-export', 'browser', 'gather', 'open', 'received']);
});

it('without code on demand, a download fails before anything is sent', async () => {
  const wire = recordingFetch(text('PK'));
  const converter = page.createConverterClient({ baseUrl: 'https://converter.test', fetch: wire.fetch });
  await expect(failureOf(converter.download({ site: 'a.test' }))).resolves.toMatchObject(typed('archives'));
  expect(wire.sent).toEqual([]);
});

it('without code on demand, an export fails before anything is sent', async () => {
  const wire = recordingFetch(text('{}'));
  const options = { baseUrl: 'https://auth.test/v1', apiKey: 'app-1', accessToken: 'token-1', fetch: wire.fetch };
  const exported = page.createAgentPassesClient(options).activity.export({ agent_user_id: 'agent-1' });
  await expect(failureOf(exported)).resolves.toMatchObject(typed('exports'));
  expect(wire.sent).toEqual([]);
});

it('without code on demand, an upload of a stream fails before anything is sent', async () => {
  const wire = recordingFetch(text('{}'));
  const upload = page.createUploadClient({ baseUrl: 'https://upload.test', token: 'token-1', fetch: wire.fetch });
  const data = new Blob(['Hello']).stream();
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data } }))).resolves.toMatchObject(typed('streams of files'));
  expect(wire.sent).toEqual([]);
});

it('without code on demand, reading or extracting an archive fails', async () => {
  const archive = page.openArchive(new Uint8Array([80, 75]));
  await expect(failureOf(archive.entries()[Symbol.asyncIterator]().next())).resolves.toMatchObject(typed('archives'));
  await expect(failureOf(archive.extractTo('folder'))).resolves.toMatchObject(typed('archives'));
});
