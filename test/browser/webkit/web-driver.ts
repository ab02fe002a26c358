/** WebKit, the engine of Safari, driven through the WebDriver protocol. No npm package contains its binaries. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';

const DRIVER = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
const ARCHITECTURE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const BROWSER = process.env['WEBKIT_PATH'] ?? `/usr/lib/${ARCHITECTURE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const DISPLAY = '/usr/bin/Xvfb';

/** The programs that must be installed. Debian's packages `webkit2gtk-driver` and `xvfb` contain them. */
export const webKitPrograms = [DRIVER, BROWSER, DISPLAY];
export const isWebKitInstalled = webKitPrograms.every((path) => existsSync(path));

/** A tab of the browser. Methods of several tabs may run at the same time. */
export interface WebKitTab {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs the statements of a function's body in the page. The body may `await`, and `args` contains the arguments. */
  evaluate<Result>(body: string, ...args: readonly unknown[]): Promise<Result>;
  close(): Promise<void>;
}

export interface WebKit {
  readonly newTab: (type?: 'tab' | 'window') => Promise<WebKitTab>;
  readonly close: () => Promise<void>;
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** The environment variables of the browser. Its sandbox is disabled, because the sandbox does not work as root. */
const environment = (display: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DISPLAY: display,
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  GSETTINGS_BACKEND: 'memory',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
});

export const launchWebKit = async (): Promise<WebKit> => {
  const [display, x] = await startDisplay();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], { env: environment(display), stdio: 'ignore' });
  const send = senderTo(`http://127.0.0.1:${port}`);
  const stop = (): void => {
    driver.kill();
    // The browser ends with its display.
    x.kill();
  };
  process.once('exit', stop);
  try {
    await untilReady(send, driver);
    const { sessionId } = (await send('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } } },
    })) as { readonly sessionId: string };
    const session: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
    await session('POST', '/timeouts', { script: 120_000, pageLoad: 60_000 });
    return {
      newTab: tabsOf(session),
      async close() {
        process.removeListener('exit', stop);
        await session('DELETE', '').catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
};

const startDisplay = async (): Promise<readonly [name: string, process: ChildProcess]> => {
  const x = spawn(DISPLAY, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = x.stdio[3] as Readable;
  const number = await new Promise<string>((resolve, reject) => {
    output.once('data', (data: Buffer) => resolve(data.toString().trim()));
    x.once('error', reject);
    x.once('exit', (code) => reject(new Error(`${DISPLAY} exited with ${code}`)));
  });
  return [`:${number}`, x];
};

/** Returns a free port below the range that the system assigns to other programs. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('listening', () => resolve(true)).once('error', () => resolve(false)),
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
};

const senderTo =
  (origin: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { readonly error: string; readonly message: string };
    throw new Error(`${method} ${path}: ${error} ${message}`);
  };

const START_MS = 60_000;

const untilReady = async (send: Send, driver: ChildProcess): Promise<void> => {
  const end = performance.now() + START_MS;
  for (;;) {
    const ended = driver.exitCode ?? driver.signalCode;
    if (ended !== null) throw new Error(`${DRIVER} ended with ${ended}`);
    if (performance.now() > end) throw new Error(`${DRIVER} did not start within ${START_MS} ms`);
    const isReady = await send('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/**
 * Starts the body and stores its outcome in the page. A driver call that waits for the outcome would block all other tabs.
 * The body is part of the script, because the policies of some pages forbid compiling strings.
 */
const callOf = (body: string): string => `
  const [id, args] = arguments;
  const outcomes = (globalThis.webDriverOutcomes ??= {});
  (async () => { ${body} })().then(
    (value) => (outcomes[id] = { value: value ?? null }),
    (error) => (outcomes[id] = { failure: String(error), stack: String(error?.stack) }),
  );`;
const OUTCOME = `
  const { webDriverOutcomes } = globalThis;
  return webDriverOutcomes ? (webDriverOutcomes[arguments[0]] ?? null) : { failure: 'Error: The page was left' };`;

const tabsOf = (send: Send): ((type?: 'tab' | 'window') => Promise<WebKitTab>) => {
  let calls = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let current: string | undefined;
  let first: string | undefined;

  /** The protocol has one current window, so commands run one after another. */
  const inWindow = <Result>(handle: string, work: () => Promise<Result>): Promise<Result> => {
    const run = async (): Promise<Result> => {
      if (current !== handle) await send('POST', '/window', { handle });
      current = handle;
      return work();
    };
    const result = queue.then(run, run);
    queue = result.catch(() => undefined);
    return result;
  };

  return async (type = 'window') => {
    // Commands fail in a closed window, so the first window stays open.
    first ??= (await send('GET', '/window')) as string;
    const { handle } = (await inWindow(first, () => send('POST', '/window/new', { type }))) as { readonly handle: string };
    let isClosed = false;
    const execute = (script: string, ...args: readonly unknown[]) =>
      inWindow(handle, () => send('POST', '/execute/sync', { script, args }));
    return {
      goto: async (url) => void (await inWindow(handle, () => send('POST', '/url', { url }))),
      back: async () => void (await inWindow(handle, () => send('POST', '/back', {}))),
      async evaluate<Result>(body: string, ...args: readonly unknown[]) {
        const id = ++calls;
        await execute(callOf(body), id, args);
        for (;;) {
          const outcome = (await execute(OUTCOME, id)) as {
            readonly value?: Result;
            readonly failure?: string;
            readonly stack?: string;
          } | null;
          if (outcome?.failure !== undefined) throw new Error(`${outcome.failure}\n${outcome.stack}`);
          if (outcome) return outcome.value as Result;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      },
      async close() {
        if (isClosed) return;
        isClosed = true;
        await inWindow(handle, () => send('DELETE', '/window'));
        current = undefined;
      },
    };
  };
};
