import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Report } from './programs/scenario.ts';
import { reportIn, type Cell, type Setup } from './cell.ts';
import { BUN, installed, programAt } from './tools.ts';

const TIMEOUT_MS = 60_000;

interface Program {
  readonly runtime: string;
  readonly path: string | undefined;
  readonly args: readonly string[];
  /** A suffix for the name of the runtime. */
  readonly title?: string;
  /** True if requests to this machine never go through a proxy. Otherwise, the program runs with `NO_PROXY`. */
  readonly isPastProxies?: boolean;
}

/** A program that contains the local platform sends nothing through a proxy. */
const LOCAL = { title: ', local platform in the process', isPastProxies: true } as const;

const OWN_NODE = process.execPath;

/** Runs the scenario in a process of a runtime. Returns the output. */
const runProcess = async (path: string, args: readonly string[], cwd: string, env: object): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(path, args, { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS });
  return `${stderr}\n${stdout}`;
};

const versionOf = (path: string): string => /\d+\.\d+\.\d+/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[0] ?? '?';

/** Creates the cells of runtimes that are programs. */
export const createProcessCells = (): Cell[] => {
  const programs: readonly Program[] = [
    { runtime: 'Node', path: programAt('node-22/bin/node'), args: ['process.js'], isPastProxies: true },
    { runtime: 'Node', path: OWN_NODE, args: ['process.js'], isPastProxies: true },
    { runtime: 'Node', path: programAt('node-26/bin/node'), args: ['process.js'], isPastProxies: true },
    { runtime: 'Bun', path: programAt(BUN), args: ['process.js'], isPastProxies: true },
    { runtime: 'Deno', path: programAt('@deno/linux-x64-glibc/deno'), args: ['run', '--allow-net', '--allow-env', 'process.js'] },
    { ...LOCAL, runtime: 'Bun', path: programAt(BUN), args: ['process-platform.js'] },
    { ...LOCAL, runtime: 'Deno', path: programAt('@deno/linux-x64-glibc/deno'), args: ['run', '-A', 'process-platform.js'] },
    { runtime: '`fetch` without `Response.body`', path: OWN_NODE, args: ['without-body.js'] },
  ];
  return programs.map((program) => ({
    runtime: program.runtime + (program.title ?? ''),
    version: program.path === undefined ? '' : versionOf(program.path),
    run: program.path === undefined ? undefined : (setup) => runBesideProxy(program, setup),
  }));
};

/** Runs a program with a proxy in its environment. The proxy must not receive requests to this machine. */
const runBesideProxy = async ({ path = '', args, isPastProxies = false }: Program, { consumer, scene }: Setup): Promise<Report> => {
  const seen: string[] = [];
  const proxy = createServer(({ url = '' }, response) => {
    seen.push(url);
    response.writeHead(502).end();
  });
  proxy.on('connect', ({ url = '' }, socket) => {
    seen.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // Prevents Deno from checking for newer versions of itself.
  const env = {
    DENO_NO_UPDATE_CHECK: '1',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ...(!isPastProxies && { NO_PROXY: '127.0.0.1,localhost' }),
  };
  try {
    const report = reportIn(await runProcess(path, args, consumer, { SCENE: JSON.stringify(scene), ...env }));
    const feature = isPastProxies ? 'past proxies' : 'past proxies by NO_PROXY';
    return { ...report, [feature]: seen.length === 0 ? 'ok' : `the proxy saw ${seen.join(' ')}` };
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
};

/** Creates the cells of vitest with a simulated DOM. */
export const createDomCells = (): Cell[] =>
  ['jsdom', 'happy-dom'].map((environment) => ({
    runtime: 'vitest',
    version: environment,
    run: async ({ consumer, scene }) => {
      const options = ['--root', consumer, '--environment', environment, '--globals', '--disable-console-intercept'];
      const args = [installed('vitest/vitest.mjs'), 'run', ...options, 'dom.test.js'];
      return reportIn(await runProcess(OWN_NODE, args, consumer, { SCENE: JSON.stringify(scene) }));
    },
  }));

/** A cloud function: one CommonJS file that contains all packages, including the local platform. */
export const bundleCell: Cell = {
  runtime: 'Node, bundled by esbuild as CommonJS',
  version: 'local platform in the bundle',
  run: async ({ consumer }) => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-bundle-'));
    try {
      const outfile = join(folder, 'main.cjs');
      await build({
        entryPoints: [join(consumer, 'process-platform.js')],
        outfile,
        bundle: true,
        minify: true,
        platform: 'node',
        format: 'cjs',
        target: 'node22',
        logLevel: 'silent',
      });
      return reportIn(await runProcess(OWN_NODE, [outfile], folder, {}));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
