/** Runs the packed packages on every runtime and out of every bundler, against a local platform on a port, and writes the table of it. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import type { Report, Scene } from '../runtimes/programs/scenario.ts';
import { createPageCells } from './runtimes/browsers.ts';
import type { Cell, Setup } from './runtimes/cell.ts';
import { makeConsumer } from './runtimes/consumer.ts';
import { domCells, processCells } from './runtimes/processes.ts';
import { installRuntimes } from './runtimes/tools.ts';
import { workerCells } from './runtimes/workers.ts';

const words = process.argv.slice(2);

await installRuntimes();
const platform = createLocalPlatform();
const server = await serve(platform);
const { email: username, password } = platform.account;
const { apiKey, gatewayKey, sampleSite } = platform;
const scene: Scene = { baseUrls: server.baseUrls, apiKey, gatewayKey, username, password, sampleSite };
const consumer = await makeConsumer();

const pages = createPageCells();
const cells = [...processCells, ...domCells, ...workerCells, ...pages.cells];
for (const cell of cells.filter(
  ({ runtime, version }) => words.length === 0 || words.some((word) => `${runtime} ${version}`.includes(word)),
)) {
  const started = performance.now();
  const report = await runCell(cell, { consumer, scene });
  console.log(`${cell.runtime} ${cell.version}  ${Math.round(performance.now() - started)} ms`);
  for (const [feature, result] of Object.entries(report)) console.log(`    ${feature}: ${result}`);
}

await pages.close();
await server.close();
await rm(dirname(consumer), { recursive: true, force: true });

async function runCell({ run }: Cell, setup: Setup): Promise<Report> {
  if (!run) return { install: 'not installed' };
  try {
    return await run(setup);
  } catch (error) {
    return { run: String(error) };
  }
}
