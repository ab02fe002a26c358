/** What a browser downloads: programs that use the built packages, bundled, minified and compressed. */
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import budgets from './size-budgets.json' with { type: 'json' };
import { publishedPackages, root } from './workspace.ts';

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number;
  /** What it should become. */
  readonly aim?: number;
}

// All of core is the floor that a service is measured from, so that what services share is counted once.
const core = "export * from '@platform-sdk/core'; export * from '@platform-sdk/core/contract';";
const coreBytes = await sizeOf(core);

const rows: Row[] = [
  {
    name: 'sign in and list organizations',
    bytes: await size({ entryPoints: ['scripts/size/sign-in.ts'] }),
    budget: budgets.signIn.budget,
    aim: budgets.signIn.aim,
  },
  { name: 'all of core', bytes: coreBytes, budget: budgets.core },
];
const ownBudgets: Record<string, number> = budgets.services;
for (const { name } of await servicePackages()) {
  rows.push({
    name: `${name} on top of core`,
    bytes: (await sizeOf(`${core} export * from '${name}';`)) - coreBytes,
    budget: ownBudgets[name] ?? budgets.services.default,
  });
}

const clients = await servicePackages();
rows.push({
  name: `all ${clients.length} clients, everything but jszip`,
  bytes: await sizeOf(`${core} ${clients.map(({ name }, index) => `export * as client${index} from '${name}';`).join(' ')}`),
  budget: budgets.all.budget,
  aim: budgets.all.aim,
});

const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`${'name'.padEnd(width)}   bytes  budget  ok   aim`);
for (const { name, bytes, budget, aim = '' } of rows) {
  console.log(
    `${name.padEnd(width)}  ${String(bytes).padStart(6)}  ${String(budget).padStart(6)}  ${bytes <= budget ? 'yes' : 'NO '} ${String(aim).padStart(6)}`,
  );
}
process.exitCode = rows.every(({ bytes, budget }) => bytes <= budget) ? 0 : 1;

/** A service publishes a contract and stands on core. */
async function servicePackages() {
  const packages = await publishedPackages();
  return packages.filter((each) => './contract' in each.exports && '@platform-sdk/core' in (each.dependencies ?? {}));
}

async function sizeOf(contents: string): Promise<number> {
  // The tests depend on every package.
  return size({ stdin: { contents, resolveDir: `${root}/test` } });
}

async function size(program: BuildOptions): Promise<number> {
  const { outputFiles } = await build({
    ...program,
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
    // What is loaded on demand is counted too, jszip alone is not.
    splitting: true,
    outdir: root,
    external: ['jszip'],
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).byteLength, 0);
}
