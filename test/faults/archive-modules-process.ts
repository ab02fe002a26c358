/** A process that reads files of more than a megabyte from an archive. It prints which modules for `fetch` and web streams Node loaded. */
import { openArchive } from '@platform-sdk/converter';
import { zip } from './zips.ts';

const archive = openArchive(zip(['a', 'b'].map((name) => ({ name, data: 'a'.repeat(1_200_000) }))));
let size = 0;
for await (const entry of archive.entries({ maxRatio: 10_000 })) size += (await entry.bytes()).length;
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
const loaded = moduleLoadList.filter((name) => /undici|webstreams\/readable/.test(name));
process.stdout.write(JSON.stringify({ size, loaded }));
