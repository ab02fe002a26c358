/** A process that kills itself while it writes an archive to a disk. `extract` writes into a folder, and `save` writes to a file. */
import { join } from 'node:path';
import { createConverterClient, openArchive } from '@platform-sdk/converter';
import { zip } from './zips.ts';

const [, , way = '', folder = ''] = process.argv;
const bytes = zip([
  { name: 'a.md', data: 'a' },
  { name: 'b.md', data: 'b'.repeat(1000) },
]) as Uint8Array<ArrayBuffer>;
const kill = (): void => void process.kill(process.pid, 'SIGKILL');

if (way === 'extract') {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (name: string) => {
    const found = getBuiltinModule(name);
    return name === 'node:fs/promises' ? { ...found, link: kill } : found;
  };
  await openArchive(bytes).extractTo(folder);
} else {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    { pull: (controller) => (pulls++ === 0 ? controller.enqueue(bytes.slice(0, 50)) : kill()) },
    { highWaterMark: 0 },
  );
  const converter = createConverterClient({ baseUrl: 'https://converter.test', fetch: async () => new Response(body) });
  await (await converter.download({ site: 'docs.example.com' })).saveTo(join(folder, 'docs.zip'));
}
