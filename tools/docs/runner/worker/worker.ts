/** Runs a snippet in a worker of the page, against a local platform in the same worker. */
import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import type { FromWorker, RunMessage, ToWorker } from '../messages.ts';
import { createSnippetPlatform } from '../snippet-platform.ts';
import { compile, linesOf, type Compiled } from './compile.ts';
import { createControls } from './controls.ts';
import { createRecorder } from './exchanges.ts';
import { formatted, inspect } from './inspect.ts';
import { limitMessages } from './message-budget.ts';
import { modules } from './modules.ts';
import { createUploadRequest } from './upload-request.ts';

/** The pause between two parts of a chat, so that readers see them arrive. */
const TOKEN_MS = 40;
/** The lifetime of access tokens plus one second, in milliseconds. */
const EXPIRY_MS = 901_000;

const post = limitMessages((message: FromWorker): void => postMessage(message));
const controls = createControls(post);
let expiresAfterSignIn = false;

const recorder = createRecorder(post, (path, status) => {
  if (!expiresAfterSignIn || status !== 200 || !path.endsWith('/oauth/token')) return;
  expiresAfterSignIn = false;
  controls.advance(EXPIRY_MS);
});

/** Returns a function that returns the operation of a platform's last request. */
const lastOperation = (local: LocalPlatform) => (): string | undefined => local.requestLog.at(-1)?.operation;

/** Makes a snippet's own platforms report like the default platform. */
const withReports = (module: object): object => {
  const { createLocalPlatform: create } = module as { createLocalPlatform: (options?: LocalPlatformOptions) => LocalPlatform };
  return {
    ...module,
    createLocalPlatform: (options: LocalPlatformOptions = {}) => {
      const local = create({ ...options, gateway: { tokenMs: TOKEN_MS, ...options.gateway } });
      controls.attach(local);
      return Object.create(local, {
        fetch: { value: recorder.record((input, init) => local.fetch(input, init), lastOperation(local)), enumerable: true },
      }) as LocalPlatform;
    },
  };
};

const load = async (name: string): Promise<readonly [string, object][]> => {
  const module = await modules[name]?.();
  if (!module) return [];
  return [[name, name === '@platform-sdk/local-platform' ? withReports(module) : module]];
};

/** Replaces the globals that reach the network or the console. */
const replaceGlobals = (fetch: typeof globalThis.fetch): void => {
  const levels = (['log', 'info', 'debug', 'warn', 'error'] as const).map((level) => [
    level,
    (...values: readonly unknown[]) => post({ type: 'console', level, text: formatted(values) }),
  ]);
  Object.assign(console, Object.fromEntries(levels));
  const write = (text: unknown): boolean => {
    post({ type: 'console', level: 'write', text: String(text) });
    return true;
  };
  // Without this function the clients treat the worker as a server, so that snippets with a server's key run too.
  for (let scope: object | null = globalThis; scope; scope = Object.getPrototypeOf(scope) as object | null)
    Reflect.deleteProperty(scope, 'importScripts');
  // Without this replacement of `setImmediate`, jszip treats a scope with `postMessage` and without `importScripts` as a window.
  const setImmediate = (run: (...values: unknown[]) => void, ...values: unknown[]): unknown => setTimeout(run, 0, ...values);
  Object.assign(globalThis, {
    fetch,
    setImmediate,
    XMLHttpRequest: createUploadRequest,
    process: { env: {}, argv: [], stdout: { write } },
  });
};

const reportUncaught = (error: unknown, places: Compiled['places'], pieces: number): void => {
  const stack = linesOf(error, places, pieces).map((line) => `\n    at ${line}`);
  post({ type: 'console', level: 'error', text: `Uncaught ${inspect(error)}${stack.join('')}` });
};

const run = async ({ pieces, faults, isStepping, ...message }: RunMessage): Promise<void> => {
  let places: Compiled['places'] = [];
  const fail = (error: unknown): void => reportUncaught(error, places, pieces.length);
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    fail(event.reason);
  });
  addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.error);
  });
  let started = performance.now();
  let failed = false;
  try {
    const { local, fetch } = await createSnippetPlatform({ tokenMs: TOKEN_MS });
    for (const fault of faults) controls.addFault(fault);
    ({ expiresAfterSignIn } = message);
    controls.attach(local);
    recorder.setStepping(isStepping);
    replaceGlobals(recorder.record(fetch, lastOperation(local)));
    started = performance.now();
    const compiled = await compile(pieces);
    ({ places } = compiled);
    const loaded = new Map((await Promise.all([...new Set(compiled.imported)].map(load))).flat());
    post({ type: 'started' });
    await compiled.run(loaded);
  } catch (error) {
    failed = true;
    fail(error);
  }
  post({ type: 'ended', failed, ms: performance.now() - started });
};

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'run') void run(data);
  else if (data.type === 'add-fault') controls.addFault(data.fault);
  else if (data.type === 'remove-fault') controls.removeFault(data.id);
  else if (data.type === 'advance') controls.advance(data.ms);
  else if (data.type === 'step') recorder.setStepping(data.isStepping);
  else recorder.next();
});
