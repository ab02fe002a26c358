/** Prints the result of every archive in the hostile collection, each in a process of its own. Fails if one differs from its expectation. */
import { join } from 'node:path';
import { good, hostile } from '../test/faults/zips.ts';
import { ask } from './processes.ts';
import type { ZipCase, ZipResult } from './zip-faults/zip-case.ts';

/** The maximum memory of one archive, in addition to its unpacked bytes. */
const MAX_MEGABYTES = 64;

const rows = [
  ...hostile.map(([name, code]) => ({ name, expected: code })),
  ...good.map(([name]) => ({ name: `good: ${name}`, expected: 'read whole' })),
];
const program = join(import.meta.dirname, 'zip-faults/zip-case.ts');
const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`${'archive'.padEnd(width)}  ${'gave'.padEnd(15)}  bytes in  entries  written  outside    memory`);
let wrong = 0;
for (const [index, { name, expected }] of rows.entries()) {
  const { gave, entries, written, outside, bytes, megabytes } = await ask<ZipResult>(program, { index } satisfies ZipCase);
  const isRight = gave === expected && outside === 0 && (written === 0 || expected === 'read whole') && megabytes <= MAX_MEGABYTES;
  if (!isRight) wrong++;
  const numbers = [String(bytes).padStart(8), ...[entries, written, outside].map((count) => String(count).padStart(7))].join('  ');
  console.log(
    `${name.padEnd(width)}  ${gave.padEnd(15)}  ${numbers}  ${`${megabytes.toFixed(0)} MiB`.padStart(8)}${isRight ? '' : '  NO'}`,
  );
}
console.log(
  `${rows.length - wrong} of ${rows.length} gave the expected result, wrote nothing outside the folder, and took at most ${MAX_MEGABYTES} MiB.`,
);
if (wrong > 0) process.exitCode = 1;
