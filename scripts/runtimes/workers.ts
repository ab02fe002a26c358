import { join } from 'node:path';
import { build } from 'esbuild';
import type { Report } from '../../runtimes/programs/scenario.ts';
import type { Cell } from './cell.ts';
import { load } from './tools.ts';

interface Answer {
  readonly status: number;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

interface Miniflare {
  dispatchFetch(url: string, init: { readonly method: string; readonly body: string }): Promise<Answer>;
  dispose(): Promise<void>;
}

interface MiniflareModule {
  readonly Miniflare: new (options: object) => Miniflare;
  /** The latest compatibility date that the installed workerd knows. */
  readonly supportedCompatibilityDate: string;
}

interface EdgeModule {
  readonly EdgeRuntime: new (options: { readonly initialCode: string }) => {
    dispatchFetch(
      url: string,
      init: { readonly method: string; readonly body: string },
    ): Promise<Answer & { waitUntil(): Promise<unknown> }>;
  };
}

const OLD_DATE = '2024-09-02';

/** Bundles as wrangler does. */
const bundle = async (consumer: string, program: string, conditions: readonly string[], format: 'esm' | 'iife'): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(consumer, program)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    platform: 'browser',
    conditions: [...conditions],
    mainFields: ['browser', 'module', 'main'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

const read = async (answer: Answer): Promise<Report> => {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Report;
};

const workerCell = (date: string | undefined, flags: readonly string[]): Cell => ({
  runtime: 'workerd',
  version: `${date ?? 'latest date'}${flags.map((flag) => `, \`${flag}\``).join('')}`,
  run: async ({ consumer, scene }) => {
    const { Miniflare, supportedCompatibilityDate } = await load<MiniflareModule>('miniflare');
    const script = await bundle(consumer, 'worker.js', ['workerd', 'worker', 'browser'], 'esm');
    const worker = new Miniflare({
      modules: true,
      script,
      compatibilityDate: date ?? supportedCompatibilityDate,
      compatibilityFlags: flags,
    });
    try {
      return await read(await worker.dispatchFetch('http://worker.test/', { method: 'POST', body: JSON.stringify(scene) }));
    } finally {
      await worker.dispose();
    }
  },
});

const edgeCell: Cell = {
  runtime: 'edge-runtime',
  version: 'Next, Vercel',
  run: async ({ consumer, scene }) => {
    const { EdgeRuntime } = await load<EdgeModule>('edge-runtime');
    const initialCode = await bundle(consumer, 'edge.js', ['edge-light', 'worker', 'browser'], 'iife');
    const runtime = new EdgeRuntime({ initialCode });
    return read(await runtime.dispatchFetch('http://edge.test/', { method: 'POST', body: JSON.stringify(scene) }));
  },
};

/** Workers, and the runtime of Next's edge. */
export const workerCells: readonly Cell[] = [
  workerCell(undefined, ['nodejs_compat']),
  workerCell(undefined, []),
  workerCell(OLD_DATE, ['nodejs_compat']),
  workerCell(OLD_DATE, []),
  edgeCell,
];
