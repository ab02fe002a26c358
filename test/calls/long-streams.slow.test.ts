import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';

const script = programAt(new URL('long-stream-process.ts', import.meta.url));

/** Fixes the size of the space for young objects, which V8 would otherwise enlarge during the measurement. */
const FLAGS = ['-C', '@platform-sdk/source', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/** Reads a chat of this many megabytes in a separate process. Each event contains this many characters. */
const read = async (way: 'text' | 'events' | 'final', megabytes: number, characters = 1000): Promise<object> => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...FLAGS, script, way, String(megabytes), String(characters)]);
  return JSON.parse(stdout) as object;
};

const few = { asymmetricMatch: (grownMiB: unknown) => typeof grownMiB === 'number' && grownMiB <= 32, toString: () => 'at most 32 MiB' };

const MEGABYTES = longCount(48, 500);

it.each(['text', 'events'] as const)(
  'a loop over a long stream as %s uses at most 32 MiB of additional memory',
  async (way) => {
    await expect(read(way, MEGABYTES)).resolves.toMatchObject({
      received: longCount(47_182_000, 491_412_000),
      final: 'too-large',
      grownMiB: few,
    });
  },
  120_000,
);

it('a loop over a long stream with 20 characters in each event uses at most 32 MiB of additional memory', async () => {
  await expect(read('text', MEGABYTES, 20)).resolves.toMatchObject({
    received: longCount(11_581_440, 120_534_440),
    final: 'too-large',
    grownMiB: few,
  });
}, 120_000);

it('`final()` without a loop fails if the result of a long stream is too large', async () => {
  // The size is above the limit of 64 Mi characters.
  await expect(read('final', Math.max(MEGABYTES, 72))).resolves.toMatchObject({ received: 0, final: 'too-large' });
}, 120_000);

it.each(['text', 'events', 'final'] as const)(
  'a stream of 2 MB returns its complete result, read as %s',
  async (way) => {
    await expect(read(way, 2)).resolves.toMatchObject({ final: 'complete 1984000' });
  },
  60_000,
);
