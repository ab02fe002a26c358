import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import type * as DataFolder from '../src/command/data-folder.ts';

const source = pathToFileURL(programAt(new URL('../src/command/data-folder.ts', import.meta.url))).href;
const { openDataFolder } = (await import(source)) as typeof DataFolder;

/** Opens each folder that is named on a line of the input, and prints the outcome. An open folder stays open. */
process.stdout.write('ready\n');
for await (const folder of createInterface(process.stdin)) {
  const outcome = await openDataFolder(folder).then(
    () => 'open',
    (error: unknown) => (error as Error).message,
  );
  process.stdout.write(`${outcome}\n`);
}
