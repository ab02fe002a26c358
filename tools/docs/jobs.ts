/** Follows the recipes of docs/recipes exactly: from an empty folder, with packed tarballs. Arguments: names of jobs. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from './jobs/checks.ts';
import { follow } from './jobs/follow.ts';
import { packAll } from './jobs/tarballs.ts';
import { root } from '@platform-sdk/build/workspace';

const names = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-tarballs-'));
let failures = 0;
let done = 0;
try {
  const tarballs = await packAll(folder);
  for (const [name, check] of Object.entries(checks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const page = `docs/recipes/${name}.md`;
    try {
      await follow(page, await readFile(join(root, page), 'utf8'), tarballs, check);
      done += 1;
      console.log(`ok      ${page}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${page}\n${String(error).replaceAll(/^/gm, '        ')}`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${done} jobs done by their pages, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
