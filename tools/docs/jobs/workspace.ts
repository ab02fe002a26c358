/** Checks docs/recipes/workspace.md: the sign-up, an organization and a setting, and the size of the first page. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { connectControl } from '@platform-sdk/local-platform/control';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';

const { inbox } = connectControl('http://127.0.0.1:4010', 'test-token');

/** The maximum size of the SDK's code on the first page, in bytes, minified and compressed. */
const MAX_START = 27_400;

const signUp = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('flow-matic-1955');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill((await inbox.latest(email))?.code ?? '');
  await page.getByRole('button', { name: 'Activate' }).click();
};

const invite = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Invite' }).click();
};

/** Signs up, and uses each page that needs a session. */
export const useWorkspace = async (page: Page, name: string, browser: Browser): Promise<void> => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.getByLabel('E-mail').waitFor();
  const isOf = (service: string): boolean => loaded.some((url) => url.includes(`src/${service}`) || url.includes(`sdk_${service}`));
  deepEqual(
    ['auth', 'organizations', 'members', 'settings'].filter(isOf),
    [],
    'the first page loads no client before the form is sent, and no other page',
  );
  const email = `grace@${name}.example`;
  await signUp(page, email);

  const title = `Compilers of ${name}`;
  await page.getByLabel('Name').fill(title);
  await page.getByRole('button', { name: 'Create' }).click();
  const openMembers = (of: Page): Promise<void> =>
    of.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Members' }).click();
  await openMembers(page);

  const role = page.getByLabel('Role of ada@example.com');
  await invite(page, 'ada@example.com');
  await role.selectOption('VIEWER');
  await page.getByRole('button', { name: 'Remove ada@example.com' }).and(page.locator(':enabled')).waitFor();
  equal(await role.inputValue(), 'VIEWER');
  equal(await page.getByRole('button', { name: `Remove ${email}` }).isDisabled(), true, 'users cannot remove themselves');
  await page.getByRole('button', { name: 'Remove ada@example.com' }).click();
  await role.waitFor({ state: 'detached' });

  const invited = `jean@${name}.example`;
  await invite(page, invited);
  await page.getByText(`${invited} received an invitation.`).waitFor();
  equal(await page.getByRole('alert').count(), 0);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await signUp(other, invited);
  await other.getByRole('button', { name: 'Accept' }).click();
  await openMembers(other);
  await other.getByRole('button', { name: `Remove ${email}` }).click();
  await other.getByText('Your role does not allow this.').waitFor();

  await page.getByRole('button', { name: 'Settings' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByLabel('Dark').check();
  await saved;
  await page.reload();
  await page.locator('html[style*="dark"]').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('input:checked').waitFor();
  equal(await page.getByLabel('Password').count(), 0);
};

/** Bundles the application without React. Prints the sizes of the first page, of the files after a sign-in and of all files. */
export const checkSizes = async (folder: string): Promise<void> => {
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
  const bytesOf = (files: Iterable<string>): number => {
    const names = new Set(files);
    return outputFiles
      .filter(({ path }) => names.has(relative(folder, path)))
      .reduce((total, { contents }) => total + gzipSync(contents, { level: 9 }).byteLength, 0);
  };
  const load = (file: string, loaded: Set<string>): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { kind, path, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) load(path, loaded);
  };
  const loaded = new Set<string>();
  load('measured/main.js', loaded);
  const start = bytesOf(loaded);
  // Subtracts the entry, which contains only files of the application.
  const sdk = start - bytesOf(['measured/main.js']);
  const onSignIn = Object.entries(metafile.outputs).filter(([, { entryPoint = '' }]) => entryPoint.endsWith('src/auth.ts'));
  equal(onSignIn.length, 1, 'a sign-in loads the client for accounts');
  for (const [file] of onSignIn) load(file, loaded);
  const all = bytesOf(Object.keys(metafile.outputs));
  console.log(
    `        without React the first page loads ${start} bytes, ${sdk} of them of the SDK; ${bytesOf(loaded)} after a sign-in; ${all} in all`,
  );
  ok(sdk <= MAX_START, `the first page of ${join(folder, 'src')} loads ${sdk} bytes of the SDK, more than ${MAX_START}`);
};
