import { readFile } from 'node:fs/promises';
import type { Snapshot } from '@platform-sdk/local-platform';
import { pathToFileURL } from 'node:url';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import type * as DataFolder from '../src/command/data-folder.ts';

const source = pathToFileURL(programAt(new URL('../src/command/data-folder.ts', import.meta.url))).href;
const { openDataFolder } = (await import(source)) as typeof DataFolder;

/** Writes states repeatedly, each with one more message. Prints the number of messages after each write. */
const [folderName = '', template = ''] = process.argv.slice(2);
const folder = await openDataFolder(folderName);
let snapshot = (await folder.read()) ?? (JSON.parse(await readFile(template, 'utf8')) as Snapshot);
for (;;) {
  const { length } = snapshot.messages;
  const message = {
    channel: 'email',
    to: `user-${length}@example.com`,
    kind: 'activation',
    text: 'x'.repeat(2000),
    at: '2026-01-01T00:00:00Z',
  } as const;
  // These two parts of the state must always change together.
  snapshot = { ...snapshot, messages: [...snapshot.messages, message], lastId: length + 1 };
  await folder.write(JSON.stringify(snapshot));
  process.stdout.write(`${length + 1}\n`);
}
