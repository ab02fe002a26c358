import { createConverterClient } from '@platform-sdk/converter';
import { expect, inject, it } from 'vitest';

const { baseUrls, storage } = inject('localPlatform');
const baseUrl = baseUrls['converter'] ?? '';

it.each([
  ['with a Bearer token', { token: 'planted-bearer-5a1c' }],
  ['without a Bearer token', {}],
])('a download in a browser follows a redirect to a storage without credentials: %s', async (_, options) => {
  const converter = createConverterClient({ baseUrl, ...options });
  const archive = await converter.download({ site: 'stored.example' });
  expect((await archive.blob()).size).toBe(22);
  const seen = (await (await fetch(`${storage}/seen`)).json()) as string[][];
  expect(seen.at(-1)).toContain('accept');
  expect(seen.flat()).not.toContain('authorization');
});

it('a download in a browser returns its entries, but cannot write to a disk', async () => {
  const archive = await createConverterClient({ baseUrl }).download({ site: 'stored.example' });
  const names: string[] = [];
  for await (const { name } of archive.entries()) names.push(name);
  expect(names).toEqual([]);
  await expect(archive.extractTo('somewhere')).rejects.toMatchObject({ kind: 'invalid-input', operation: 'archive.extractTo' });
});

it('a job in a browser yields its log, and returns its result', async () => {
  const job = createConverterClient({ baseUrl }).convert({ url: 'http://sample.localhost/' });
  const types = new Set<string>();
  for await (const { type } of job) types.add(type);
  expect([...types].toSorted()).toEqual(['log', 'result']);
  await expect(job.result()).resolves.toMatchObject({ success: true, markdown: expect.stringContaining('Engine Society') as string });
});
