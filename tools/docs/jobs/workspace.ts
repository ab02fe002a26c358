/** The check of docs/recipes/workspace.md: sign-up, an organization and a setting, and the bytes of the first page. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';

const INBOX = 'http://127.0.0.1:4010/_local/inbox';

/** The maximum bytes that the first page may load of the SDK and the recipe, minified and compressed. */
const MAX_START = 27_000;

interface Message {
  readonly code?: string;
}

const codeFor = async (to: string): Promise<string> => {
  const response = await fetch(`${INBOX}?to=${to}`, { headers: { Authorization: 'Bearer test-token' } });
  const body = (await response.json()) as { readonly messages?: readonly Message[] } | readonly Message[];
  const messages = 'messages' in body ? (body.messages ?? []) : (body as readonly Message[]);
  return messages.at(-1)?.code ?? '';
};

/** Signs up, and uses both pages that need a session. */
export const useWorkspace = async (page: Page, name: string, _: Browser): Promise<void> => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  const email = `grace@${name}.example`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('flow-matic-1955');
  const isOf = (service: string): boolean => loaded.some((url) => url.includes(`src/${service}`) || url.includes(`sdk_${service}`));
  deepEqual([isOf('organizations'), isOf('settings')], [false, false], 'the first page loads no client of another page');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Code').fill(
    await page
      .getByLabel('Code')
      .waitFor()
      .then(() => codeFor(email)),
  );
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByLabel('Name').fill(`Compilers of ${name}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: `Compilers of ${name}` })
    .waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByLabel('Dark').check();
  await saved;
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('input:checked').waitFor();
  equal(await page.getByLabel('Password').count(), 0);
};

/** Bundles the application without React, and returns the bytes of its first page and of all files. */
export const bytesOfStart = async (folder: string): Promise<{ readonly start: number; readonly all: number }> => {
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.tsx'],
    outdir: 'measured',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'],
    metafile: true,
    write: false,
  });
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { kind, path, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) load(path);
  };
  load('measured/main.js');
  const sizes = outputFiles.map(({ path, contents }) => ({
    isLoaded: loaded.has(relative(folder, path)),
    bytes: gzipSync(contents, { level: 9 }).byteLength,
  }));
  const sum = (chosen: typeof sizes): number => chosen.reduce((total, { bytes }) => total + bytes, 0);
  const [start, all] = [sum(sizes.filter(({ isLoaded }) => isLoaded)), sum(sizes)];
  console.log(`        the first page loads ${start} bytes without React, of ${all}`);
  ok(start <= MAX_START, `the first page of ${join(folder, 'src')} loads ${start} bytes, more than ${MAX_START}`);
  return { start, all };
};
