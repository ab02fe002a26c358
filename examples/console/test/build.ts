import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage } from '../server/build-page.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    consoleFolder: string;
  }
}

/** Builds the page once for all tests of the console. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'console-'));
  project.provide('consoleFolder', await buildPage(folder));
  return () => rm(folder, { recursive: true });
};
