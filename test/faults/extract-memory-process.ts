/** A process that unpacks an archive. It prints the number of files, and the growth of its peak memory in MiB. */
import { readFileSync } from 'node:fs';
import { openArchive } from '@platform-sdk/converter';
import { peakMemory } from '@platform-sdk/test-helpers/peak-memory';
import { zip } from './zips.ts';

const [, , archive = '', target = ''] = process.argv;
// Unpacks a small archive first, so that the memory for the code is not counted.
await openArchive(zip([{ name: 'a.md', data: 'a' }])).extractTo(`${target}-small`);
const bytes = readFileSync(archive);
const before = peakMemory();
const { files } = await openArchive(bytes).extractTo(target);
process.stdout.write(JSON.stringify({ files: files.length, mebibytes: Math.round(peakMemory() - before) }));
