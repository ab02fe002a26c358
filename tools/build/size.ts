/** Measures the download of a browser: programs that use the built packages, bundled, minified and compressed. */
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';
import budgets from './size-budgets.json' with { type: 'json' };
import { root, servicePackages } from './workspace.ts';

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number;
  /** The size to aim for, in bytes. */
  readonly aim?: number;
}

/** Excludes code that is loaded on demand. A bundler puts such code into a separate file. */
const leaveOutOnDemand: Plugin = {
  name: 'exclude code that is loaded on demand',
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
  },
};

// The package of this file depends on every client.
const resolveDir = import.meta.dirname;

// A service is measured on top of all of core, so that shared code is counted once.
const entries = ['core', 'core/contract', 'core/internal', 'core/streams'];
const core = entries.map((entry) => `export * from '@platform-sdk/${entry}';`).join(' ');
const coreBytes = await sizeOf(core);

const rows: Row[] = [
  { name: 'sign in and list organizations', bytes: await sizeOfStart('tools/build/size/sign-in.ts'), ...budgets.signIn },
  { name: 'all of core', bytes: coreBytes, ...budgets.core },
];
const ownBudgets: Record<string, number> = budgets.services;
for (const name of [...(await servicePackages()).map((each) => each.name), '@platform-sdk/query']) {
  rows.push({
    name: `${name} on top of core`,
    bytes: (await sizeOf(`${core} export * from '${name}';`)) - coreBytes,
    budget: ownBudgets[name] ?? budgets.services.default,
  });
}

rows.push(
  {
    name: 'relays on top of core',
    bytes: (await sizeOf(`${core} export * from '@platform-sdk/core/relay';`)) - coreBytes,
    budget: budgets.relay,
  },
  {
    name: '@platform-sdk/react without react',
    bytes: await size({
      stdin: { contents: "export * from '@platform-sdk/react';", resolveDir: `${root}/packages/react` },
      external: ['react'],
    }),
    budget: budgets.react,
  },
  {
    name: '@platform-sdk/ai-sdk without the gateway client',
    bytes: await size({
      stdin: { contents: "export * from '@platform-sdk/ai-sdk';", resolveDir: `${root}/packages/ai-sdk` },
      external: ['@ai-sdk/provider', '@platform-sdk/core', '@platform-sdk/gateway'],
    }),
    budget: budgets.aiSdk,
  },
);

// A program that calls every service: each client, and the synchronized settings.
const clients = (await servicePackages()).map(({ name }) => `export { ${factoriesOf(name)} } from '${name}';`);
const all = { stdin: { contents: `export { createPlatform } from '@platform-sdk/core'; ${clients.join(' ')}`, resolveDir } };
const [atStart, both] = [await size(all), await bundled(all, [])];
rows.push(
  { name: `all ${clients.length} clients at their start`, bytes: atStart, ...budgets.all },
  { name: 'and their code on demand', bytes: both - atStart, budget: budgets.onDemand },
  { name: 'both', bytes: both, ...budgets.allWithOnDemand },
);

const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`${'name'.padEnd(width)}   bytes  budget  ok   aim`);
for (const { name, bytes, budget, aim = '' } of rows) {
  console.log(
    `${name.padEnd(width)}  ${String(bytes).padStart(6)}  ${String(budget).padStart(6)}  ${bytes <= budget ? 'yes' : 'NO '} ${String(aim).padStart(6)}`,
  );
}
process.exitCode = rows.every(({ bytes, budget }) => bytes <= budget) ? 0 : 1;

/** Returns the names of the functions that create a package's clients. */
function factoriesOf(name: string): string {
  const service = name.replace('@platform-sdk/', '').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `create${service}Client${service === 'Settings' ? ', createSettingsStore' : ''}`;
}

async function sizeOf(contents: string): Promise<number> {
  return size({ stdin: { contents, resolveDir } });
}

/** Returns the compressed size of the code that a program loads at its start, in bytes. */
async function size(program: BuildOptions): Promise<number> {
  return bundled(program, [leaveOutOnDemand]);
}

/** Returns the options with which a page is bundled. */
function inBrowser(program: BuildOptions) {
  return {
    ...program,
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
    outdir: root,
    // Hides warnings about imports that esbuild drops because their packages declare that they are free of side effects.
    logLevel: 'error',
  } as const;
}

async function bundled(program: BuildOptions, plugins: Plugin[]): Promise<number> {
  const { outputFiles } = await build({ ...inBrowser(program), plugins });
  return compressed(outputFiles);
}

/** Returns the bytes of all files that a page loads at its start. These files share modules, and each file is compressed separately. */
async function sizeOfStart(entry: string): Promise<number> {
  const { metafile, outputFiles } = await build({ ...inBrowser({ entryPoints: [entry] }), splitting: true, metafile: true });
  const { outputs } = metafile;
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { kind, path } of outputs[file]?.imports ?? []) if (kind === 'import-statement') load(path);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entry) load(file);
  return compressed(outputFiles.filter(({ path }) => loaded.has(relative(root, path).replaceAll('\\', '/'))));
}

function compressed(files: readonly OutputFile[]): number {
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).byteLength, 0);
}
