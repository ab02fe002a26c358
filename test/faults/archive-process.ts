/** A process that unpacks an archive, and prints the result. */
import { readFileSync } from 'node:fs';
import { isPlatformError } from '@platform-sdk/core';
import { openArchive } from '@platform-sdk/converter';

const [, , archive = '', target = ''] = process.argv;
try {
  await openArchive(readFileSync(archive)).extractTo(target);
  process.stdout.write('unpacked');
} catch (error) {
  process.stdout.write(isPlatformError(error) ? `${error.kind} ${error.code}: ${error.message}` : String(error));
}
