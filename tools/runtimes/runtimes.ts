/** Runs the packed packages on every runtime and with every bundler, and writes the table: `pnpm tool runtimes`, or `pnpm tool runtimes Deno`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPrograms, installPackages } from '@platform-sdk/build/install-packages';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import type { Report, Scene } from './programs/scenario.ts';
import { createPageCells } from './browsers.ts';
import type { Cell, Setup } from './cell.ts';
import { bundleCell, createDomCells, createProcessCells } from './processes.ts';
import { writeTable, type Result } from './table.ts';
import { installRuntimes } from './tools.ts';
import { workerCells } from './workers.ts';

const words = process.argv.slice(2);
/** In CI, a missing runtime is a failure, because CI must try every cell. */
const isCi = process.env['CI'] !== undefined;

await installRuntimes();
const platform = createLocalPlatform();
const server = await serve(platform);
const { email: username, password } = platform.account;
const { apiKey, gatewayKey, sampleSite } = platform;
const scene: Scene = { baseUrls: server.baseUrls, apiKey, gatewayKey, username, password, sampleSite, isSeen: true };
// A user's folder with the installed packages, and programs that use them.
const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-runtimes-'));
const consumer = join(folder, 'consumer');
await mkdir(consumer);
await Promise.all([installPackages(consumer), copyPrograms(join(import.meta.dirname, 'programs'), consumer)]);
const pages = createPageCells();

try {
  const cells = [...createProcessCells(), bundleCell, ...workerCells, ...createDomCells(), ...pages.cells];
  const isNamed = ({ runtime, version }: Cell, word: string): boolean => `${runtime} ${version}`.includes(word);
  for (const word of words.filter((each) => !cells.some((cell) => isNamed(cell, each))))
    console.log(`FAILED  no runtime is called ${word}`);
  const results: Result[] = [];
  for (const cell of cells.filter((each) => words.length === 0 || words.some((word) => isNamed(each, word))))
    results.push({ cell, report: await runCell(cell, { consumer, scene }) });
  // CI does not change the page, because its browsers have other versions.
  if (words.length === 0 && !isCi) await writeTable(results);
  const tried = results.flatMap(({ report }) => (report ? [Object.values(report)] : []));
  const isComplete =
    words.every((word) => cells.some((cell) => isNamed(cell, word))) && tried.length > 0 && (!isCi || tried.length === results.length);
  process.exitCode = isComplete && tried.every((found) => found.length > 1 && found.every((result) => result === 'ok')) ? 0 : 1;
} finally {
  await pages.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

/** Runs a cell and prints its result. Returns undefined if the runtime is not installed. */
async function runCell({ runtime, version, run }: Cell, setup: Setup): Promise<Report | undefined> {
  const title = `${runtime}, ${version}`;
  if (!run) {
    console.log(`-       ${title}: not installed`);
    return undefined;
  }
  const report = await run(setup).catch((error: unknown): Report => ({ start: String(error) }));
  const problems = Object.entries(report).filter(([, result]) => result !== 'ok');
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
  for (const [feature, problem] of problems) console.log(`        ${feature}: ${problem}`);
  return report;
}
