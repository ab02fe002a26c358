import { lookup } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as OpenPage from '../src/services/converter/open-page/node.ts';
import { page, serveSite, streamOf } from './converter-scene.ts';
import { platformAtNewYear } from './raw-request.ts';

vi.mock(import('node:dns'), async (original) => {
  const real = await original();
  return { ...real, lookup: vi.fn<() => void>() as unknown as typeof real.lookup };
});

// The package does not export this function, so the test imports its file.
const { isPublic } = (await import(new URL('../src/services/converter/open-page/node.ts', import.meta.url).href)) as typeof OpenPage;

/** Names of other sites, with the addresses that their owners assign. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'localtest.me': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'wildcard.example': ['0.0.0.0'],
  'mixed.example': ['10.0.0.1', '127.0.0.1'],
  localhost: ['127.0.0.1'],
};

type Done = (error: Error | null, found: { address: string; family: number }[]) => void;

beforeEach(() => {
  vi.mocked(lookup)
    .mockReset()
    .mockImplementation(((name: string, _: object, done: Done) => {
      const found = (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      done(found.length > 0 ? null : new Error(`There is no ${name}`), found);
    }) as unknown as typeof lookup);
});

/** Serves a site of this machine that counts its requests. */
const countingSite = async (location?: string) => {
  const seen: string[] = [];
  const origin = await serveSite(({ url = '' }, response) => {
    seen.push(url);
    if (location !== undefined && url === '/') response.writeHead(302, { location }).end();
    else response.end(page('Secret', '<p>Words that only this machine may read, and nobody else.</p>'));
  });
  return { seen, origin, port: new URL(origin).port };
};

const convert = async (url: string, ...allowedHosts: string[]): Promise<unknown> =>
  (await streamOf(platformAtNewYear({ converter: { allowedHosts } }), '/api/convert', { url })).result;

const rejected = { success: false, code: 'VALIDATION_ERROR' };

it.each([
  '127.0.0.1',
  'localhost',
  'app.localhost',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '127。0。0。1',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  'localtest.me',
])('the converter does not fetch from %s by default', async (host) => {
  const { seen, port } = await countingSite();
  expect(await convert(`http://${host}:${port}/`)).toMatchObject(rejected);
  expect(seen).toEqual([]);
  expect(lookup).not.toHaveBeenCalled();
});

it.each(['localtest.me', 'mapped.example', 'metadata.example', 'wildcard.example', 'mixed.example'])(
  'the converter does not fetch from a private address to which the name %s resolves',
  async (host) => {
    const { seen, port } = await countingSite();
    expect(await convert(`http://${host}:${port}/`, host)).toMatchObject({
      ...rejected,
      error: `The host ${host} leads to an address that is not public. Allow the address itself, with --fetch-host, or in the option converter.allowedHosts.`,
    });
    expect(seen).toEqual([]);
  },
);

it('the converter resolves a host name once, and connects to the address that it checked', async () => {
  const { seen, port } = await countingSite();
  const result = await convert(`http://localtest.me:${port}/`, 'localtest.me', '127.0.0.1');
  expect(result).toMatchObject({ success: true, url: `http://localtest.me:${port}/` });
  expect(seen).toEqual(['/']);
  expect(lookup).toHaveBeenCalledTimes(1);
});

it.each([
  ['localhost', 'localhost'],
  ['127.0.0.1', '2130706433'],
])('the converter fetches from the allowed host %s if the URL spells it %s', async (allowed, written) => {
  const { seen, port } = await countingSite();
  expect(await convert(`http://${written}:${port}/`, allowed)).toMatchObject({ success: true });
  expect(seen).toEqual(['/']);
});

it('the converter checks the host after every redirect', async () => {
  const inner = await countingSite();
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    const outer = await countingSite(`http://${host}:${inner.port}/secret`);
    expect(await convert(`http://localtest.me:${outer.port}/`, 'localtest.me', '127.0.0.2')).toMatchObject(rejected);
  }
  // The name of the outer site has an allowed address. The inner site has the same address, but another name.
  const outer = await countingSite(`http://localhost:${inner.port}/secret`);
  expect(await convert(`http://127.0.0.1:${outer.port}/`, '127.0.0.1')).toMatchObject(rejected);
  expect(outer.seen).toEqual(['/']);
  expect(inner.seen).toEqual([]);
});

it('the converter reads compressed pages', async () => {
  const origin = await serveSite((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page('Packed', '<p>Some words that were packed well.</p>'))),
  );
  expect(await convert(origin, '127.0.0.1')).toMatchObject({ success: true, metadata: { title: 'Packed' } });
});

it('the converter rejects a small response that expands to a page that is too large', async () => {
  const origin = await serveSite((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
  );
  expect(await convert(origin, '127.0.0.1')).toMatchObject({
    code: 'BROWSER_ERROR',
    error: expect.stringContaining('longer than') as string,
  });
});

it("the search service reads only pages of the converter's allowed hosts", async () => {
  const { seen, origin } = await countingSite();
  const response = await platformAtNewYear().fetch('https://platform.test/search/v1/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '', flow: 'scrap_only', params: { urls: [origin] } }),
  });
  await expect(response.json()).resolves.toEqual({
    results: [
      {
        url: origin,
        content: '',
        error: expect.stringMatching(/^The host 127\.0\.0\.1 is not allowed\. Allow it with --fetch-host/) as string,
      },
    ],
  });
  expect(seen).toEqual([]);
});

it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('the address %s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

it.each(
  '127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:7f00:1 fe80::1%eth0 fd00::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: ::ffff:0:7f00:1 100::1 100:0:0:1::1 3fff::1 5f00::1 localhost 2130706433'.split(
    ' ',
  ),
)('the address %s is private', (address) => {
  expect(isPublic(address)).toBe(false);
});
