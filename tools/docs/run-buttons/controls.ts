/** Tries all controls of a run, on the page that describes them. */
import type { Locator, Page } from 'playwright';

const LIMIT_MS = 20_000;

interface Tried {
  readonly count: number;
  readonly failures: readonly string[];
}

const inState = async (page: Page, snippet: Locator, state: string): Promise<void> => {
  await snippet.and(page.locator(`[data-state=${state}]`)).waitFor({ timeout: LIMIT_MS });
};

const consoleOf = (snippet: Locator): Promise<string> => snippet.locator('.console').innerText();

const expectText = (text: string, pattern: RegExp): void => {
  if (!pattern.test(text)) throw new Error(`expected ${String(pattern)}, found: ${text.slice(-500)}`);
};

const edit = async (snippet: Locator, code: string): Promise<void> => {
  await snippet.getByRole('button', { name: 'Edit' }).click();
  await snippet.getByLabel('Code of this snippet').fill(code);
};

const openControls = async (snippet: Locator): Promise<void> => {
  const fold = snippet.locator('details.break');
  if (!(await fold.evaluate((element: HTMLDetailsElement) => element.open))) await fold.locator('> summary').click();
};

type Try = (page: Page, snippets: { readonly stream: Locator; readonly session: Locator; readonly payment: Locator }) => Promise<void>;

/** Each test begins on a newly loaded page. */
const TRIES: Readonly<Record<string, Try>> = {
  'cuts a stream': async (page, { stream }) => {
    await stream.locator('button.run').click();
    await inState(page, stream, 'done');
    expectText(await consoleOf(stream), /\d+ tokens/);
    await openControls(stream);
    await stream.getByLabel('Fault').selectOption('truncated-body');
    await stream.getByRole('button', { name: 'Add' }).click();
    await stream.locator('button.run').click();
    await inState(page, stream, 'failed');
    expectText(await consoleOf(stream), /Uncaught PlatformError: [\s\S]*kind: 'truncated'/);
    await stream.locator('.faults', { hasText: 'happened' }).waitFor();
  },
  'shows the parts of a stream as they come': async (page, { stream }) => {
    const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');
    await edit(stream, (await stream.locator('.editor, code').first().innerText()).replace('Describe a difference engine', words));
    await stream.evaluate((element: HTMLElement) => {
      const seen = new Set<number>();
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const { length } = element.querySelector('.console .write')?.textContent ?? '';
        if (element.dataset['state'] === 'running' && length > 0) seen.add(length);
      }).observe(element, { subtree: true, childList: true, characterData: true });
    });
    await stream.locator('button.run').click();
    await inState(page, stream, 'done');
    const steps = await page.evaluate(() => (globalThis as unknown as { seen: Set<number> }).seen.size);
    if (steps < 3) throw new Error(`the text grew in ${steps} steps`);
  },
  'expires the access token': async (page, { session }) => {
    await session.locator('button.run').click();
    await inState(page, session, 'done');
    await openControls(session);
    await session.getByLabel('expires right after sign-in').check();
    await session.locator('button.run').click();
    await inState(page, session, 'done');
    expectText(await consoleOf(session), /session: refreshed/);
    const outcomes = await session.locator('.exchange .outcome').allTextContents();
    expectText(outcomes.map((text) => text.trim()).join(' '), /^200 401 200 200$/);
  },
  'loses the response to a payment': async (page, { payment }) => {
    await payment.locator('button.run').click();
    await inState(page, payment, 'done');
    await openControls(payment);
    await payment.getByLabel('for the next call of').selectOption('wallets.transact');
    await payment.getByLabel('Fault').selectOption('lost');
    await payment.getByRole('button', { name: 'Add' }).click();
    await payment.locator('button.run').click();
    await inState(page, payment, 'done');
    expectText(await consoleOf(payment), /network unknown\s+paid or not\? found/);
  },
  'holds requests until the reader sends them': async (page, { session }) => {
    await session.locator('button.run').click();
    await inState(page, session, 'done');
    await openControls(session);
    await session.getByLabel('Hold each request').check();
    await session.locator('button.run').click();
    const send = session.getByRole('button', { name: 'Send the request' });
    await send.click();
    await session.locator('.console', { hasText: 'signed-in' }).waitFor();
    await session.locator('.exchange', { hasText: 'waits for you' }).waitFor({ state: 'attached' });
    await session.getByRole('button', { name: '+15 minutes' }).click();
    await send.click();
    await session.locator('.exchange', { hasText: '401' }).waitFor({ state: 'attached' });
    await session.getByLabel('Hold each request').uncheck();
    await inState(page, session, 'done');
    expectText(await consoleOf(session), /session: refreshed/);
  },
  'stops an endless loop while the page stays usable': async (page, { session }) => {
    await edit(session, 'console.log("begun");\nfor (;;);');
    await session.locator('button.run').click();
    await session.locator('.console', { hasText: 'begun' }).waitFor();
    await session.getByRole('button', { name: 'Stop' }).click();
    await inState(page, session, 'stopped');
    await session.getByRole('button', { name: 'Restore' }).click();
    await session.locator('button.run').click();
    await inState(page, session, 'done');
  },
  'stops an endless loop that prints': async (page, { session }) => {
    await edit(session, 'for (;;) console.log("again ".repeat(40));');
    await session.locator('button.run').click();
    await session.locator('.console', { hasText: 'lines were left out' }).waitFor();
    await session.getByRole('button', { name: 'Stop' }).click();
    await inState(page, session, 'stopped');
  },
  'names the line of a mistake': async (page, { session }) => {
    await edit(session, 'const a = 1;\nconst b = ;');
    await session.locator('button.run').click();
    await inState(page, session, 'failed');
    expectText(await consoleOf(session), /SyntaxError: .*line 2/);
    await session.getByLabel('Code of this snippet').fill('const list = undefined;\n\nlist.push(1);');
    await session.locator('button.run').click();
    await inState(page, session, 'failed');
    expectText(await consoleOf(session), /Uncaught TypeError: [\s\S]*at line 3/);
  },
  'shows the inbox': async (page, { session }) => {
    const register = `import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
const platform = createPlatform({ apiKey: 'your application identifier', baseUrls: { auth: 'https://auth.example.com/v1' } });
await createAuthClient(platform).register({ username: 'mary@example.com', password: 'correct horse battery' });`;
    await edit(session, register);
    await session.locator('button.run').click();
    await inState(page, session, 'done');
    await openControls(session);
    expectText(await session.locator('.inbox').innerText(), /mary@example\.com: .*\d{6}/);
  },
  'reaches no network': async (page, { session }) => {
    await edit(session, "await fetch('https://example.org/');");
    await session.locator('button.run').click();
    await inState(page, session, 'failed');
    expectText(await consoleOf(session), /snippets reach no other hosts/);
  },
};

/** Tries every control. */
export const tryControls = async (page: Page, origin: string): Promise<Tried> => {
  const failures: string[] = [];
  for (const [title, attempt] of Object.entries(TRIES)) {
    await page.goto(`${origin}/start/try.html`);
    const [stream, session, payment] = [0, 1, 2].map((index) => page.locator('.run-snippet').nth(index)) as [Locator, Locator, Locator];
    await attempt(page, { stream, session, payment }).catch((error: unknown) =>
      failures.push(`${title}: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
  return { count: Object.keys(TRIES).length, failures };
};
