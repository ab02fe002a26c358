import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Judge } from '../check.ts';

const folder = join(import.meta.dirname, '..');

const TITLES = [
  'is the named version',
  'follows the session in Strict Mode',
  'hydrates the HTML of a server without a mismatch',
  'leaves no listeners and no running tasks after 1,000 mounts, in any order',
  'handles every rejection',
];

/** Runs the program with one version of React, in a page of happy-dom. Returns the problem of each check. */
const runProgram = (version: string): Readonly<Record<string, string>> => {
  const program = join(folder, `node_modules/.react-${version}.mjs`);
  const start = `import { GlobalRegistrator } from '@happy-dom/global-registrator';
    GlobalRegistrator.register();
    globalThis.reported = await (await import('./program.ts')).run('${version}');
    console.log(JSON.stringify(globalThis.reported));
    process.exit(0);`;
  const { outputFiles } = buildSync({
    stdin: { contents: start, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@platform-sdk/source', 'node'],
    external: ['@happy-dom/*'],
    // React's packages are CommonJS, and must import the React version of the same bundle.
    alias: { react: `react-${version}`, 'react-dom': `react-dom-${version}` },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  });
  writeFileSync(program, outputFiles[0]?.contents ?? '');
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 120_000 });
    const line = stdout.trim().split('\n').at(-1) ?? '';
    if (!line.startsWith('{')) throw new Error(`${stdout}${stderr}`);
    return JSON.parse(line) as Record<string, string>;
  } finally {
    rmSync(program);
  }
};

/** Creates a judge that tests our hooks with one version of React, in Strict Mode. */
const reactJudge = (version: string): Judge => {
  let report: Readonly<Record<string, string>> | undefined;
  return {
    name: `React ${version}`,
    checks: TITLES.map((title) => ({
      title,
      run() {
        report ??= runProgram(version);
        const problem = report[title] ?? 'It was not run.';
        if (problem !== '') throw new Error(problem);
      },
    })),
  };
};

export const reacts: readonly Judge[] = ['18', '19'].map(reactJudge);
