import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { answer } from './fault-server.ts';
import { failureOf, organizationsDocument, sender, startSignedIn } from './signed-in-clients.ts';

const document = Buffer.from(JSON.stringify(organizationsDocument));
const twice = Buffer.concat([gzipSync(document.subarray(0, 20)), gzipSync(document.subarray(20))]);
const type = { 'Content-Type': 'application/json' };

/**
 * True if Node detects that a zstd body was cut off. If it does not, the sender for servers rejects every response in zstd, because an
 * incomplete body would seem complete. The `fetch` of Node 22 does not decode zstd.
 */
const detectsCuts = ((): boolean => {
  try {
    zstdDecompressSync(zstdCompressSync(document).subarray(0, -20));
    return false;
  } catch {
    return true;
  }
})();
const zstd = (newer: Facts, fetch: string): Facts => (detectsCuts ? newer : { node: 'network', fetch });

type Facts = string | { readonly node: string; readonly fetch: string };

/** Encodings and their bodies, with the result of a read: the id of the organization, or the kind of the error. */
const CASES: Readonly<Record<string, readonly [encoding: string, body: Buffer, gives: Facts]>> = {
  gzip: ['gzip', gzipSync(document), 'org-1'],
  'gzip by its old name, in capitals': ['X-GZIP', gzipSync(document), 'org-1'],
  'gzip in two members': ['gzip', twice, 'org-1'],
  'deflate with its header': ['deflate', deflateSync(document), 'org-1'],
  'deflate without its header': ['deflate', deflateRawSync(document), 'org-1'],
  brotli: ['br', brotliCompressSync(document), 'org-1'],
  zstd: ['zstd', zstdCompressSync(document), zstd('org-1', 'invalid-response')],
  'two encodings': ['deflate, gzip', gzipSync(deflateSync(document)), 'org-1'],
  identity: ['identity', document, 'org-1'],
  'identity and gzip': ['identity, gzip', gzipSync(document), { node: 'org-1', fetch: 'invalid-response' }],
  'gzip and empty items': [', gzip,', gzipSync(document), { node: 'org-1', fetch: 'invalid-response' }],
  'empty items alone': [',', document, 'org-1'],
  'an encoding that does not exist': ['other', document, 'org-1'],
  'six encodings': ['gzip, gzip, gzip, gzip, gzip, gzip', [1, 2, 3, 4, 5, 6].reduce((body) => gzipSync(body), document), 'network'],
  'gzip cut in its middle': ['gzip', gzipSync(document).subarray(0, -20), { node: 'network', fetch: 'invalid-response' }],
  'gzip cut in its checksum': ['gzip', gzipSync(document).subarray(0, -4), { node: 'network', fetch: 'org-1' }],
  'gzip with another checksum': ['gzip', Buffer.concat([gzipSync(document).subarray(0, -8), Buffer.alloc(8)]), 'network'],
  'deflate cut in its middle': ['deflate', deflateSync(document).subarray(0, -20), { node: 'network', fetch: 'invalid-response' }],
  'raw deflate cut in its middle': ['deflate', deflateRawSync(document).subarray(0, -20), { node: 'network', fetch: 'invalid-response' }],
  'brotli cut in its middle': ['br', brotliCompressSync(document).subarray(0, -20), { node: 'network', fetch: 'invalid-response' }],
  'zstd cut in its middle': ['zstd', zstdCompressSync(document).subarray(0, -20), zstd('network', 'invalid-response')],
  'other bytes declared as gzip': ['gzip', document, 'network'],
  'other bytes declared as deflate': ['deflate', Buffer.from('x'.repeat(50)), 'network'],
  'other bytes declared as brotli': ['br', document, 'network'],
  'other bytes declared as zstd': ['zstd', document, zstd('network', 'org-1')],
  'an empty body declared as gzip': ['gzip', Buffer.alloc(0), 'invalid-response'],
  'an empty body declared as deflate': ['deflate', Buffer.alloc(0), 'invalid-response'],
  'an empty body declared as brotli': ['br', Buffer.alloc(0), 'invalid-response'],
  'an empty body declared as zstd': ['zstd', Buffer.alloc(0), zstd({ node: 'invalid-response', fetch: 'network' }, 'invalid-response')],
};

const run = async (encoding: string, body: Buffer): Promise<string> => {
  const { organizations } = await startSignedIn(answer(200, body, { ...type, 'Content-Encoding': encoding }));
  const work = organizations.list({}, { retry: false });
  const error = await failureOf(work).catch(() => undefined);
  return error ? error.kind : (await work).map(({ id }) => id).join();
};

it('a read of a response in each encoding returns its document, or fails with the expected kind of error', async () => {
  const found = await Promise.all(
    Object.entries(CASES).map(async ([name, [encoding, body, facts]]) => {
      const gives = typeof facts === 'string' ? facts : facts[sender === 'node' ? 'node' : 'fetch'];
      const result = await run(encoding, body);
      return result === gives ? [] : [`${name}: ${result} instead of ${gives}`];
    }),
  );
  expect(found.flat()).toEqual([]);
});

it('a request lists in Accept-Encoding only encodings that its sender decodes', async () => {
  const { server, organizations } = await startSignedIn(answer(200, document, type));
  await organizations.list();
  const accepted = sender === 'node' ? 'gzip, deflate, br' : 'gzip, deflate';
  expect(server.requests[0]?.headers['accept-encoding']).toBe(accepted);
});
