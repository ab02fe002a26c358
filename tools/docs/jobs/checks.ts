/** The checks of the jobs. Each check tests what its page promises. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectControl } from '@platform-sdk/local-platform/control';
import type { Browser, Page } from 'playwright';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { openBrowser } from '../run-buttons/browsers.ts';
import type { Followed } from './follow.ts';
import { checkSizes, useWorkspace } from './workspace.ts';

type Check = (followed: Followed) => Promise<void>;

const ADDRESS = 'http://127.0.0.1:5173/';

/** Runs a check in each installed browser, which is closed at the end. */
const inBrowsers =
  (check: (page: Page, name: string, browser: Browser) => Promise<void>): Check =>
  async () => {
    ok(installedBrowsers.length > 0, 'a browser is needed');
    for (const installed of installedBrowsers) {
      const browser = await openBrowser(installed);
      try {
        const page = await (await browser.newContext()).newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(ADDRESS);
        await check(page, installed.browser, browser);
      } finally {
        await browser.close();
      }
    }
  };

const signIn = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

const reactSignIn = inBrowsers(async (page) => {
  await signIn(page, 'wrong');
  await page.getByRole('alert').waitFor();
  await signIn(page, 'difference-engine');
  await page.getByText('Hello Ada').waitFor();
  await page.evaluate(() => {
    sessionStorage.setItem('marker', 'set before the reload');
  });
  await page.reload();
  await page.getByText('Hello Ada').waitFor();
  equal(await page.getByLabel('Password').count(), 0);
  const other = await page.context().newPage();
  await other.goto(ADDRESS);
  await other.getByText('Hello Ada').waitFor();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
});

const WORDS = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

const chatWithStop = inBrowsers(async (page) => {
  const replies = page.locator('[data-role=assistant]');
  await page.getByLabel('Message').fill(WORDS);
  await page.getByRole('button', { name: 'Send' }).click();
  await replies.first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('button:disabled', { hasText: 'Stop' }).waitFor();
  const stopped = await replies.first().innerText();
  ok(stopped.length > 0 && !stopped.includes('word59'), `the reply was stopped in the middle: ${stopped}`);
  await page.getByLabel('Message').fill('Once more');
  await page.getByRole('button', { name: 'Send' }).click();
  await replies.nth(1).waitFor();
  await page.locator('button:disabled', { hasText: 'Stop' }).waitFor();
  equal(await page.getByRole('alert').count(), 0);
  equal(await replies.first().innerText(), stopped, 'nothing was added to the stopped reply');
});

const chatWithHistory = inBrowsers(async (page) => {
  const control = connectControl('http://127.0.0.1:4010', 'my-control-token');
  const chats = async (): Promise<number> => (await control.requests()).filter(({ operation }) => operation === 'memory.chatStream').length;
  const before = await chats();
  // The page's program breaks only the first browser's replies.
  await control.faults.clear();
  await control.faults.add({ operation: 'memory.chatStream', failure: 'truncated-body' });
  await control.faults.add({ operation: 'memory.chatStream', status: 503 });
  const shows = (texts: readonly string[]): Promise<unknown> =>
    page.waitForFunction(
      (expected) => JSON.stringify([...document.querySelectorAll('li')].map(({ textContent }) => textContent)) === expected,
      JSON.stringify(texts),
    );
  const send = async (text: string): Promise<void> => {
    await page.getByLabel('Message').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await send('One?');
  await page.getByRole('alert').waitFor();
  await shows(['One?', 'You said: One?']);
  await send('Two?');
  await page.getByRole('button', { name: 'Retry' }).click();
  const two = ['One?', 'You said: One?', 'Two?', 'You said: Two?'];
  await shows(two);
  await page.reload();
  await shows(two);
  await page.getByRole('button', { name: 'Repeat' }).click();
  await shows([...two, 'Two?', 'You said: Two?']);
  equal((await chats()) - before, 4, 'three questions were stored once each, and one request failed');
});

const SLOW = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 };

const uploadWithProgress = inBrowsers(async (page, name) => {
  const file = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'A difference engine. ') };
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const output = document.querySelector('output') as Element;
    new MutationObserver(() => seen.push(output.textContent)).observe(output, { childList: true });
  });
  const seen = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Found 4000000 characters.').waitFor();
  ok((await seen()).includes('100 %'), 'the bar was full');
  if (name !== 'chromium') return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForFunction(() => {
    const { value } = document.querySelector('progress') as HTMLProgressElement;
    return value > 0 && value < 0.9;
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').waitFor();
});

const testAComponent: Check = async ({ results }) => {
  const printed = results.at(-1)?.output ?? '';
  match(printed, /Tests\s+3 passed/);
};

const nightlyJob: Check = async (followed) => {
  const { folder, results } = followed;
  const printed = results.at(-1)?.output ?? '';
  match(printed, /A difference engine tabulates polynomials\./);
  match(printed, /nightly_job_done 1\nnightly_job_failed 0\n/);
  const log =
    results
      .find(({ command }) => command.includes('job.ts'))
      ?.output.trim()
      .split('\n') ?? [];
  const { type, requests, done } = JSON.parse(log.at(-1) ?? '{}') as { type?: string; requests?: number; done?: number };
  deepEqual({ type, requests, done }, { type: 'ended', requests: 1, done: 1 });
  const key = (await readFile(join(folder, 'agent.env'), 'utf8')).trim().replace('AGENT_KEY=', '');
  ok(key.length > 10 && !log.some((line) => line.includes(key)), 'no line of the log has the key');
  equal((await stat(join(folder, 'agent.env'))).mode & 0o077, 0);
  await writeFile(join(folder, 'documents/broken.pdf'), 'no PDF');
  await writeFile(join(folder, 'documents/other.txt'), 'Another document.');
  const second = await followed.run('node --env-file=agent.env job.ts');
  equal(second.code, 1);
  match(second.output, /"type":"failed","file":"broken.pdf"/);
  deepEqual((await readdir(join(folder, 'done'))).toSorted(), ['engine.txt', 'other.txt']);
  deepEqual(await readdir(join(folder, 'documents')), ['broken.pdf']);
};

const workspace: Check = async (followed) => {
  await checkSizes(followed.folder);
  await inBrowsers(useWorkspace)(followed);
};

/** The check of each page in docs/recipes that is a job. */
export const checks: Readonly<Record<string, Check>> = {
  'react-sign-in': reactSignIn,
  'chat-with-stop': chatWithStop,
  'chat-with-history': chatWithHistory,
  'upload-with-progress': uploadWithProgress,
  'test-a-component': testAComponent,
  'nightly-job': nightlyJob,
  workspace,
};
