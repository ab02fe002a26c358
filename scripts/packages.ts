/** Packs what would be published and checks it as a stranger would: from tarballs, in an empty folder. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { bin, publishedPackages, root, type WorkspacePackage } from './workspace.ts';

const exec = promisify(execFile);

const packages = await publishedPackages();
const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-packages-'));
const consumer = join(folder, 'consumer');
let failures = 0;

try {
  const tarballs = new Map(packages.map((each) => [each, join(folder, `${each.name.slice(1).replace('/', '-')}-${each.version}.tgz`)]));

  for (const [{ name, directory }, tarball] of tarballs) {
    await check(`pack ${name}`, () => run('pnpm', ['pack', '--pack-destination', folder], directory));
    await check(`publint ${name}`, () => lint(tarball));
    await check(`attw ${name}`, () => run(bin('attw'), [tarball, '--profile', 'esm-only'], folder));
  }

  await cp(join(root, 'scripts/consumer'), consumer, { recursive: true });
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await check('install the tarballs in an empty folder', () => npmInstall([...tarballs.values()]));

  for (const each of packages) {
    await check(`import ${each.name}`, () => evaluate(`await import('${each.name}')`, 'module'));
    await check(`require ${each.name}`, () => evaluate(`require('${each.name}')`, 'commonjs'));
    await check(`declarations of ${each.name} mention neither zod nor ky`, () => declarations(each));
    for (const [command, file] of Object.entries(each.publishConfig?.bin ?? {})) {
      await check(`command ${command}`, () => startsWithShebang(join(consumer, 'node_modules', each.name, file)));
    }
  }
  for (const resolution of ['nodenext', 'bundler']) {
    await check(`type-check a consumer under ${resolution}`, () => typecheck(resolution));
  }

  // Last, because everything above must work without them.
  await check('install the optional peers', async () => npmInstall(await optionalPeers()));
  for (const each of packages) {
    for (const path of Object.keys(each.exports).filter((key) => key !== '.')) {
      const entry = each.name + path.slice(1);
      await check(`import ${entry}`, () => evaluate(`await import('${entry}')`, 'module'));
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

process.exitCode = failures === 0 ? 0 : 1;

async function check(title: string, test: () => Promise<unknown>): Promise<void> {
  try {
    await test();
    console.log(`ok      ${title}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${title}\n${explain(error).trimEnd().replaceAll(/^/gm, '        ')}`);
  }
}

function explain(error: unknown): string {
  const { stdout = '', stderr = '', message = '' } = error as { stdout?: string; stderr?: string; message?: string };
  return `${stdout}${stderr}` || message;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  await exec(command, args, { cwd });
}

async function npmInstall(what: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...what], consumer);
}

async function evaluate(code: string, type: 'module' | 'commonjs'): Promise<void> {
  await run(process.execPath, [`--input-type=${type}`, '--eval', code], consumer);
}

async function lint(tarball: string): Promise<void> {
  const bytes = await readFile(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'));
}

async function declarations({ name }: WorkspacePackage): Promise<void> {
  const installed = join(consumer, 'node_modules', name);
  const files = (await readdir(installed, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  if (files.length === 0) throw new Error('There are no declarations.');
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(installed, file), 'utf8') })));
  const offenders = texts.filter(({ text }) => /['"](zod|ky)(\/[^'"]*)?['"]/.test(text)).map(({ file }) => file);
  if (offenders.length > 0) throw new Error(offenders.join('\n'));
}

/** Read from what was installed: the workspace's own manifests leave versions to the catalog. */
async function optionalPeers(): Promise<string[]> {
  const peers = packages.map(async ({ name }) => {
    const manifest = await readFile(join(consumer, 'node_modules', name, 'package.json'), 'utf8');
    const { peerDependencies = {} } = JSON.parse(manifest) as Pick<WorkspacePackage, 'peerDependencies'>;
    return Object.entries(peerDependencies).map(([peer, range]) => `${peer}@${range}`);
  });
  return [...new Set((await Promise.all(peers)).flat())];
}

async function startsWithShebang(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!/usr/bin/env node\n')) throw new Error('It does not start with a shebang.');
}

async function typecheck(resolution: string): Promise<void> {
  const compilerOptions = {
    module: resolution === 'bundler' ? 'esnext' : resolution,
    moduleResolution: resolution,
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const project = join(consumer, `tsconfig.${resolution}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await run(bin('tsc'), ['-p', project], consumer);
}
