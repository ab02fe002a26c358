/** Writes the public API of each package into `docs/api`. With `--check` it only lists stale reports. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { reportsOf } from './state/report-text.ts';
import { readState } from './state/state.ts';

const folder = join(root, 'docs/api');
const isCheck = process.argv.includes('--check');
const reports = new Map([...reportsOf(await readState(root))].map(([name, text]) => [`${name}.txt`, text]));

await mkdir(folder, { recursive: true });
const stale = (await readdir(folder)).filter((name) => !reports.has(name));
for (const [name, text] of reports) if ((await readFile(join(folder, name), 'utf8').catch(() => undefined)) !== text) stale.push(name);

for (const name of stale) {
  const text = reports.get(name);
  if (isCheck) console.log(`stale: docs/api/${name}`);
  else await (text === undefined ? rm(join(folder, name)) : writeFile(join(folder, name), text));
}
if (isCheck && stale.length > 0) {
  console.log('The public API differs from its reports. Run `pnpm tool api-report`, review the changes of docs/api, and commit them.');
  process.exitCode = 1;
}
console.log(`${reports.size} reports, ${stale.length} ${isCheck ? 'stale' : 'changed'}`);
