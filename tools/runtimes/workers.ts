import { join } from 'node:path';
import { build } from 'esbuild';
import type { Report, Scene } from './programs/scenario.ts';
import type { Cell } from './cell.ts';
import { load } from './tools.ts';

interface WorkerResponse {
  readonly status: number;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

interface Miniflare {
  dispatchFetch(url: string, init: { readonly method: string; readonly body: string }): Promise<WorkerResponse>;
  dispose(): Promise<void>;
}

interface MiniflareModule {
  readonly Miniflare: new (options: object) => Miniflare;
  /** The latest compatibility date that the installed workerd knows. */
  readonly supportedCompatibilityDate: string;
}

interface EdgeModule {
  readonly EdgeRuntime: new (options: { readonly initialCode: string }) => {
    dispatchFetch(url: string, init: { readonly method: string; readonly body: string }): Promise<WorkerResponse>;
  };
}

const OLD_DATE = '2024-09-02';

interface Bundling {
  readonly program: string;
  readonly conditions: readonly string[];
  readonly format: 'esm' | 'iife';
}

const bundle = async (consumer: string, { program, conditions, format }: Bundling): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(consumer, program)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    // esbuild adds the condition of the platform.
    platform: conditions.includes('browser') ? 'browser' : 'neutral',
    conditions: [...conditions],
    mainFields: ['browser', 'module', 'main'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/** Creates the request with the scene. A bundle for browsers reports no progress of an upload. */
const requestFor = (scene: Scene, conditions: readonly string[]) => ({
  method: 'POST',
  body: JSON.stringify({ ...scene, isSeen: !conditions.includes('browser') }),
});

const read = async (response: WorkerResponse): Promise<Report> => {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Report;
};

interface Worker {
  /** The compatibility date. Default: the latest that workerd knows. */
  readonly date?: string;
  readonly flags?: readonly string[];
  /** The conditions with which the worker is bundled. Default: the conditions of wrangler. */
  readonly conditions?: readonly string[];
}

const WRANGLER = ['workerd', 'worker', 'browser'];

const workerCell = ({ date, flags = [], conditions = WRANGLER }: Worker): Cell => ({
  runtime: 'workerd',
  version: [date ?? 'latest date', ...flags, ...(conditions === WRANGLER ? [] : [`bundled for ${conditions.join()}`])].join(', '),
  run: async ({ consumer, scene }) => {
    const { Miniflare, supportedCompatibilityDate } = await load<MiniflareModule>('miniflare');
    const script = await bundle(consumer, { program: 'worker.js', conditions, format: 'esm' });
    const worker = new Miniflare({
      modules: true,
      script,
      compatibilityDate: date ?? supportedCompatibilityDate,
      compatibilityFlags: flags,
    });
    try {
      return await read(await worker.dispatchFetch('http://worker.test/', requestFor(scene, conditions)));
    } finally {
      await worker.dispose();
    }
  },
});

const edgeCell = (conditions: readonly string[]): Cell => ({
  runtime: 'edge-runtime, as Next uses it',
  version: `bundled for ${conditions.join()}`,
  run: async ({ consumer, scene }) => {
    const { EdgeRuntime } = await load<EdgeModule>('edge-runtime');
    const runtime = new EdgeRuntime({ initialCode: await bundle(consumer, { program: 'edge.js', conditions, format: 'iife' }) });
    return read(await runtime.dispatchFetch('http://edge.test/', requestFor(scene, conditions)));
  },
});

/** Cloudflare Workers, and the edge runtime of Next.js. */
export const workerCells: readonly Cell[] = [
  workerCell({ flags: ['nodejs_compat'] }),
  workerCell({}),
  workerCell({ date: OLD_DATE, flags: ['nodejs_compat'] }),
  workerCell({ date: OLD_DATE }),
  workerCell({ date: OLD_DATE, conditions: ['browser'] }),
  workerCell({ date: OLD_DATE, flags: ['nodejs_compat'], conditions: ['node'] }),
  edgeCell(['edge-light', 'worker', 'browser']),
  edgeCell(['node']),
];
