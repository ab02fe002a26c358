import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';

const program = programAt(new URL('kept-memory-process.ts', import.meta.url));

const REQUESTS = longCount(15, 100);

it.each(['field', 'username'])(
  `the local platform keeps less than 200 kB of each of ${REQUESTS} requests whose %s is 1 MB long`,
  async (part) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '-C',
      '@platform-sdk/source',
      program,
      part,
      String(REQUESTS),
    ]);
    expect(Number(stdout)).toBeLessThan(200_000 * REQUESTS);
  },
  60_000,
);
