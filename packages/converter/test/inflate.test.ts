import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it, vi } from 'vitest';
import type * as Inflate from '../src/inflate/node.ts';
import type * as Script from '../src/inflate/script.ts';

// A program uses the implementation for its runtime. The tests load all implementations.
const load = async <Module>(name: 'node' | 'portable' | 'web' | 'script'): Promise<Module> =>
  (await import(new URL(`../src/inflate/${name}.ts`, import.meta.url).href)) as Module;
const node = await load<typeof Inflate>('node');
const web = await load<typeof Inflate>('web');
const { inflate: inflateByScript } = await load<typeof Script>('script');
const script: typeof Inflate = {
  ...web,
  async *inflate(content) {
    return yield* inflateByScript(content);
  },
};

/** Returns bytes that hardly compress. */
const noise = (length: number): Uint8Array => {
  let state = 7;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255);
};

const text = new TextEncoder().encode('Some text that is packed. '.repeat(10));
const deflated = (bytes: Uint8Array): Uint8Array => new Uint8Array(deflateRawSync(bytes));

/** Packed bytes, their declared size, and the expected unpacked bytes. Undefined if the bytes must be rejected. */
const cases: readonly (readonly [name: string, content: Uint8Array, size: number, unpacked: Uint8Array | undefined])[] = [
  ['an empty file', deflated(new Uint8Array()), 0, new Uint8Array()],
  ['one byte', deflated(Uint8Array.of(7)), 1, Uint8Array.of(7)],
  ['a string', deflated(text), text.length, text],
  ['zeros', deflated(new Uint8Array(3_000_000)), 3_000_000, new Uint8Array(3_000_000)],
  ['noise', deflated(noise(300_000)), 300_000, noise(300_000)],
  ['the most noise that is inflated at once', deflated(noise(65_000)), 65_000, noise(65_000)],
  ['content that is not deflated', text, text.length, undefined],
  ['truncated content', deflated(text).subarray(0, -2), text.length, undefined],
  ['large truncated content', deflated(noise(300_000)).subarray(0, -2), 300_000, undefined],
  ['no bytes', new Uint8Array(), 0, undefined],
  ['content with bytes after its end', Buffer.concat([deflated(text), Buffer.from('more')]), text.length, undefined],
  ['large content with bytes after its end', Buffer.concat([deflated(noise(300_000)), Buffer.from('more')]), 300_000, undefined],
];

const unpack = async ({ inflate }: typeof Inflate, content: Uint8Array, size: number): Promise<Uint8Array | undefined> => {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of inflate(content, size)) pieces.push(piece);
  } catch {
    return undefined;
  }
  return new Uint8Array(Buffer.concat(pieces));
};

describe.each([
  ['zlib', node],
  ['DecompressionStream', web],
  ['a script', script],
])('inflating with %s', (_, inflater) => {
  it.each(cases)('inflating returns or rejects %s', async (__, content, size, unpacked) => {
    const found = await unpack(inflater, content, size);
    expect(found === undefined).toBe(unpacked === undefined);
    expect(Buffer.compare(found ?? Buffer.alloc(0), unpacked ?? Buffer.alloc(0))).toBe(0);
  });

  it('inflating yields pieces that do not share memory with the content', async () => {
    const content = deflated(text);
    for await (const piece of inflater.inflate(content, text.length)) {
      expect(piece.constructor).toBe(Uint8Array);
      expect(piece.buffer.byteLength).toBe(piece.byteLength);
      piece.fill(0);
    }
    await expect(unpack(inflater, content, text.length)).resolves.toEqual(text);
  });

  it('inflating stops when its loop ends early', async () => {
    for await (const piece of inflater.inflate(deflated(new Uint8Array(3_000_000)), 3_000_000)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
  });

  it('CRC-32 checksums match the ZIP specification', () => {
    const bytes = new TextEncoder().encode('123456789');
    expect(inflater.crc32(bytes)).toBe(0xcb_f4_39_26);
    expect(inflater.crc32(bytes.subarray(4), inflater.crc32(bytes.subarray(0, 4)))).toBe(0xcb_f4_39_26);
    expect(inflater.crc32(new Uint8Array())).toBe(0);
  });
});

it('a small file inflates to at most one byte more than its declared size', async () => {
  const bomb = deflated(new Uint8Array(60_000_000));
  const small = deflateRawSync(new Uint8Array(50_000));
  await expect(node.inflate(small, 100).next()).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  await expect(node.inflate(small, 49_999).next()).resolves.toMatchObject({ value: { length: 50_000 } });
  expect(bomb.length).toBeLessThan(65_536);
  await expect(node.inflate(bomb, 60_000).next()).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
});

const { Z_FIXED, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY } = constants;
const words = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `word ${(index * 7919) % 1009} `).join(''));
const samples = [words, Buffer.concat([words, noise(200_000), words, Buffer.alloc(100_000), words])];

it.each([Z_FIXED, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY])(
  "the script inflates the output of zlib's strategy %d",
  async (strategy) => {
    for (const level of [0, 1, 6, 9]) {
      for (const sample of samples) {
        const found = await unpack(script, deflateRawSync(sample, { strategy, level }), sample.length);
        expect(Buffer.compare(found ?? Buffer.alloc(0), sample)).toBe(0);
      }
    }
  },
);

const DAMAGED = longCount(150, 1500);

it(`the script returns the same bytes as zlib, or also throws, for ${DAMAGED} damaged contents`, async () => {
  const wrong: string[] = [];
  let random = 1;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < DAMAGED; round++) {
    const strategy = round % 2 === 0 ? Z_FIXED : Z_DEFAULT_STRATEGY;
    const content = deflateRawSync(words.subarray(0, 50 + next(3000)), { strategy });
    const at = next(Math.min(content.length, 80));
    content[at] = (content[at] as number) ^ (1 << next(8));
    const [wanted, found] = [byZlib(content), await unpack(script, content, 1_000_000)];
    if ((wanted === undefined) !== (found === undefined) || Buffer.compare(wanted ?? Buffer.of(), found ?? Buffer.of()) !== 0)
      wrong.push(`round ${round}: ${wanted?.length} bytes by zlib, ${found?.length} by the script`);
  }
  expect(wrong).toEqual([]);
});

it('a runtime without DecompressionStream inflates with the script', async () => {
  vi.stubGlobal('DecompressionStream', undefined);
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  await expect(unpack(await load<typeof Inflate>('portable'), deflated(text), text.length)).resolves.toEqual(text);
  vi.unstubAllGlobals();
});

const byZlib = (content: Buffer): Buffer | undefined => {
  try {
    const { buffer, engine } = inflateRawSync(content, { info: true }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return engine.bytesWritten === content.length ? buffer : undefined;
  } catch {
    return undefined;
  }
};
