import { chromium, firefox, type Browser, type BrowserContext, type Locator, type Page, type Request } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { installedBrowsers } from '../../../test/browser/installed.ts';
import { openLocalEnvironment, type Environment } from '../server/environment.ts';
import { serveConsole, type ConsoleServer } from '../server/serve-console.ts';

/** A console in a browser, with a separate local platform. */
export interface OpenConsole {
  readonly environment: Environment;
  readonly server: ConsoleServer;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: string[];
  readonly control: <Result>(path: string, body?: object) => Promise<Result>;
  readonly signIn: (path?: string) => Promise<void>;
  readonly goTo: (path: string) => Promise<void>;
  readonly newPage: () => Promise<Page>;
  /** Describes what each page shows, and the requests that have no response yet. */
  readonly describe: () => Promise<string>;
  readonly close: () => Promise<void>;
}

type Installed = (typeof installedBrowsers)[number];

export const launch = ({ browser, launchOptions }: Installed): Promise<Browser> =>
  browser === 'chromium' ? chromium.launch(launchOptions) : firefox.launch(launchOptions);

/** Replaces the text of a field key by key. In Firefox, `fill` does not work with controlled fields. */
export const write = async (field: Locator, text: string): Promise<void> => {
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
};

/** Matches the messages that the browser logs for failed requests, which the tests cause on purpose. */
const EXPECTED = /status of (?:4\d\d|50[0-4])|Failed to load resource|NS_ERROR|ERR_INTERNET_DISCONNECTED|Cross-Origin Request Blocked|CORS/;

/** For screenshots, the driver of Firefox adds a style to the page. The page's policy rejects that style. */
const BY_SCREENSHOTS = process.env['CONSOLE_SCREENSHOTS'] ? /style-src-elem/ : undefined;

/** Matches errors after the user left a page whose modules were loading. Firefox rejects their imports, and React logs the errors. */
const LEFT = /^(?:error loading dynamically imported module|Error$)/;

const controlOf = (environment: Environment): OpenConsole['control'] => {
  const { origin, hash } = new URL(environment.inspector ?? '');
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`;
  return async <Result>(path: string, body?: object): Promise<Result> => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${origin}/_local${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  };
};

/** Starts a local platform and a console, and opens the console in a new browser context. */
export const openConsole = async (browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<OpenConsole> => {
  const environment = await openLocalEnvironment();
  const server = await serveConsole(environment, inject('consoleFolder'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const problems: string[] = [];
  let isLeaving = false;
  const note = (problem: string): void => {
    if (!isLeaving || !LEFT.test(problem)) problems.push(problem);
  };
  context.on('weberror', (error) => note(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()) && !BY_SCREENSHOTS?.test(message.text())) note(message.text());
  });
  const unanswered = new Set<Request>();
  context.on('request', (request) => unanswered.add(request));
  context.on('requestfinished', (request) => unanswered.delete(request));
  context.on('requestfailed', (request) => unanswered.delete(request));
  const describe = async (): Promise<string> => {
    const shown = context.pages().map(async (each) => {
      const text = await each.locator('body').innerText({ timeout: 2000 }).catch(String);
      return `${each.url()} shows:\n${text}`;
    });
    const waiting = [...unanswered].map((request) => `No response yet: ${request.method()} ${request.url()}`);
    return [...(await Promise.all(shown)), ...waiting, ...problems].join('\n');
  };
  const page = await context.newPage();
  const goTo = async (path: string): Promise<void> => {
    isLeaving = true;
    await page.goto(`${server.url}${path}`);
    isLeaving = false;
  };
  const signIn = async (path = '/'): Promise<void> => {
    await goTo(path);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').waitFor();
  };
  const close = async (): Promise<void> => {
    await context.close();
    await server.close();
    await environment.close();
    expect(problems).toEqual([]);
  };
  return {
    environment,
    server,
    context,
    page,
    problems,
    control: controlOf(environment),
    signIn,
    goTo,
    newPage: () => context.newPage(),
    describe,
    close,
  };
};

/** Opens a console for each test of a block and signs in. Returns a function that returns the console of the running test. */
export const openEach = (
  installed: Installed,
  { isSignedIn = true, ...options }: Parameters<typeof openConsole>[1] & { readonly isSignedIn?: boolean } = {},
): (() => OpenConsole) => {
  let browser: Browser;
  let opened: OpenConsole;
  beforeAll(async () => {
    browser = await launch(installed);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    opened = await openConsole(browser, options);
    if (isSignedIn) await opened.signIn();
  });
  afterEach(async ({ task }) => {
    // Most failures are timeouts, whose message does not show the reason.
    if (task.result?.state === 'fail') console.error(await opened.describe());
    await opened.close();
  });
  return () => opened;
};
