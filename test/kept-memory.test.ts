import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'kept-memory-process.ts');

describe('the local platform', () => {
  it.each(['field', 'username'])(
    'keeps a part of each long %s, not 100 MB of 100 requests',
    async (part) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '-C', '@platform-sdk/source', program, part]);
      expect(Number(stdout)).toBeLessThan(20_000_000);
    },
    60_000,
  );
});
