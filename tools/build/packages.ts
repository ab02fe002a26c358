/** Packs the published files and tests them like a new user: from tarballs, in an empty folder. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack, tarballOf } from './install-packages.ts';
import { publishedPackages, root, scriptOf, servicePackages, shell, type WorkspacePackage } from './workspace.ts';

const exec = promisify(execFile);

/** The oldest compiler version that the README lists as supported. */
const OLDEST_TYPESCRIPT = '5.7.2';
/** The oldest supported release of each major version of msw. */
const MSW = ['2.4.9', '3.0.0'];

/** The file with the licences of other packages' code in `dist`. */
const THIRD_PARTY = 'THIRD-PARTY-LICENSES.md';

interface Surroundings {
  readonly resolution?: 'nodenext' | 'bundler';
  readonly lib?: readonly string[];
  readonly types?: readonly string[];
  /** The path of tsc. */
  readonly compiler?: string;
}

const packages = await publishedPackages();
const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-packages-'));
const consumer = join(folder, 'consumer');
const oldest = join(folder, 'oldest');
let failures = 0;

try {
  await check('write the documentation of the tarballs', () =>
    run(process.execPath, ['-C', '@platform-sdk/source', 'tools/docs/package-docs.ts'], root),
  );
  const tarballs = packages.map((each) => tarballOf(each, folder));

  for (const [index, each] of packages.entries()) {
    const { name, directory } = each;
    const tarball = tarballs[index] as string;
    await check(`pack ${name}`, () => pack(each, folder));
    await check(`publint ${name}`, () => lint(tarball));
    await check(`texts of ${name}: its licence, its changelog, and the licences of bundled code`, () => checkTexts(directory));
    await check(`attw ${name}`, () =>
      run(process.execPath, [scriptOf('@arethetypeswrong/cli', 'attw', import.meta.dirname), tarball, '--profile', 'esm-only'], folder),
    );
  }

  await cp(join(root, 'tools/build/consumer'), consumer, { recursive: true });
  await mkdir(oldest);
  for (const each of [consumer, oldest]) await writeFile(join(each, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await check('install the tarballs in an empty folder', () => npmInstall(tarballs));

  // Entries in JSON are excluded, because Node only imports JSON with an attribute.
  const paths = packages.flatMap(({ name, exports }) => Object.keys(exports).map((path) => name + path.slice(1)));
  const entries = paths.filter((entry) => !entry.endsWith('.json'));
  const withMsw = entries.filter((entry) => /\/(testing|msw)$/.test(entry));
  const plain = entries.filter((entry) => !withMsw.includes(entry));
  for (const entry of plain) await check(`import ${entry}`, () => imports(entry));
  for (const each of packages) {
    await check(`require ${each.name}`, () => evaluate(`require('${each.name}')`, 'commonjs'));
    await check(`documentation of ${each.name}`, () => documentation(each));
    await check(`declarations of ${each.name} mention neither zod nor ky`, () => declarations(each));
    for (const [command, file] of Object.entries(each.publishConfig?.bin ?? {})) {
      await check(`command ${command}`, () => startsWithShebang(join(consumer, 'node_modules', each.name, file)));
    }
  }
  await check('run a program on Node', () => run(process.execPath, ['on-node/main.ts'], consumer));
  await check('a page with all clients contains no code of servers', hasNoServerCode);
  await check('a page that signs in contains only what it uses', dropsUnusedCode);
  await writeFile(join(consumer, 'entries.ts'), plain.map((entry) => `import '${entry}';\n`).join(''));
  await check(`install TypeScript ${OLDEST_TYPESCRIPT}`, () => npmInstall([`typescript@${OLDEST_TYPESCRIPT}`], oldest));
  const compilers = {
    'the newest TypeScript': scriptOf('typescript', 'tsc'),
    'the oldest TypeScript': scriptOf('typescript', 'tsc', oldest),
  };
  for (const [title, compiler] of Object.entries(compilers)) {
    await check(`type-check a consumer under nodenext with ${title}`, () => typecheck('main.ts', { compiler }));
    await check(`type-check a consumer under bundler with ${title}`, () => typecheck('main.ts', { compiler, resolution: 'bundler' }));
  }
  // The declarations of the AI SDK's providers import those of JSON Schema.
  await check('install the types of Node, React and JSON Schema', () =>
    npmInstall(['@types/node@22', '@types/react@19', '@types/json-schema@7']),
  );
  for (const [title, compiler] of Object.entries(compilers)) {
    await check(`type-check all entries on Node without the DOM with ${title}`, () =>
      typecheck('*.ts', { compiler, lib: ['es2022'], types: ['node'] }),
    );
  }

  // msw is installed last, because all earlier checks must pass without it.
  for (const version of MSW) {
    await check(`install msw ${version}`, () => npmInstall([`msw@${version}`]));
    for (const entry of withMsw) await check(`import ${entry}`, () => imports(entry));
    await check(`type-check a consumer with msw ${version}`, () => typecheck('with-msw/main.ts', {}));
    await check(`run a consumer with msw ${version}`, () => run(process.execPath, ['with-msw/main.ts'], consumer));
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
  await exec(command, args, { cwd, shell: shell && command !== process.execPath });
}

async function npmInstall(what: readonly string[], where = consumer): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...what], where);
}

/** Throws if the tarball would lack a required file, or would contain the path of this clone. */
async function checkTexts(directory: string): Promise<void> {
  const { files } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { readonly files: readonly string[] };
  if (!files.includes('CHANGELOG.md')) throw new Error('"files" in package.json does not list CHANGELOG.md.');
  await readFile(join(directory, 'LICENSE'));
  const local = await filesWith(root, join(directory, 'dist'));
  if (local.length > 0)
    throw new Error(`These files contain the path of this clone: ${local.join(', ')}. Let the build write relative paths.`);
  const foreign = await bundledPackages(join(directory, 'dist'));
  if (foreign.length === 0) return;
  const licences = await readFile(join(directory, THIRD_PARTY), 'utf8').catch(() => '');
  const missing = foreign.filter((name) => !licences.includes(name));
  if (missing.length > 0) throw new Error(`${THIRD_PARTY} lacks the licence of ${missing.join(', ')}, which dist contains.`);
  if (!files.includes(THIRD_PARTY)) throw new Error(`"files" in package.json does not list ${THIRD_PARTY}.`);
}

/** Returns the built files of a folder that contain a string. */
async function filesWith(text: string, dist: string): Promise<string[]> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(?:js|map)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
  return files.filter((_, index) => texts[index]?.includes(text));
}

/** Returns the names of other packages whose code a folder contains, by its source maps. */
async function bundledPackages(dist: string): Promise<string[]> {
  const maps = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js.map'));
  const sources = await Promise.all(
    maps.map(async (file) => (JSON.parse(await readFile(join(dist, file), 'utf8')) as { readonly sources: readonly string[] }).sources),
  );
  const names = sources.flat().flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  return [...new Set(names)];
}

async function imports(entry: string): Promise<void> {
  await evaluate(`await import('${entry}')`, 'module');
}

async function evaluate(code: string, type: 'module' | 'commonjs'): Promise<void> {
  await run(process.execPath, [`--input-type=${type}`, '--eval', code], consumer);
}

async function lint(tarball: string): Promise<void> {
  const bytes = await readFile(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'));
}

/** Throws unless the package contains a list of its names, a short page for AI tools, and a skill. */
async function documentation({ name }: WorkspacePackage): Promise<void> {
  const installed = join(consumer, 'node_modules', name);
  const screen = await readFile(join(installed, 'AGENTS.md'), 'utf8');
  await readFile(join(installed, 'docs/reference/exports.md'));
  const lines = screen.split('\n').length;
  if (lines > 90) throw new Error(`AGENTS.md has ${lines} lines, which is more than a screen.`);
  const skill = await readFile(join(installed, 'SKILL.md'), 'utf8');
  if (!/^---\nname: [a-z-]+\ndescription: ".{1,1000}"\n/.test(skill)) throw new Error('SKILL.md lacks its name or its description.');
}

/** Bundles a program for browsers from the installed packages. Fails if the program imports a module of Node. */
async function page(contents: string): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: consumer },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return { text: outputFiles.map(({ text }) => text).join('\n'), inputs: Object.keys(metafile.inputs) };
}

async function hasNoServerCode(): Promise<void> {
  const clients = (await servicePackages()).map(({ name }) => `export * from '${name}';`);
  const { inputs } = await page(clients.join('\n'));
  const found = inputs.filter((file) => /node_modules\/(?:ky|zod|msw)\/|senders\/(?!fetch)/.test(file));
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Throws if a page that signs in contains code for databases, raw requests or completions. */
async function dropsUnusedCode(): Promise<void> {
  const { text } = await page("export { createAuthClient } from '@platform-sdk/auth';");
  const found = ['indexedDB', 'RAW_REQUEST', 'chat.completion'].filter((word) => text.includes(word));
  if (found.length > 0) throw new Error(`The page contains ${found.join(', ')}.`);
}

async function declarations({ name }: WorkspacePackage): Promise<void> {
  const installed = join(consumer, 'node_modules', name);
  const files = (await readdir(installed, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  if (files.length === 0) throw new Error('The package has no declarations.');
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(installed, file), 'utf8') })));
  const offenders = texts.filter(({ text }) => /['"](zod|ky)(\/[^'"]*)?['"]/.test(text)).map(({ file }) => file);
  if (offenders.length > 0) throw new Error(offenders.join('\n'));
}

async function startsWithShebang(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!/usr/bin/env node\n')) throw new Error('It does not start with a shebang.');
}

async function typecheck(files: string, surroundings: Surroundings): Promise<void> {
  const { resolution = 'nodenext', lib = ['es2022', 'dom'], types = [], compiler = scriptOf('typescript', 'tsc') } = surroundings;
  const compilerOptions = {
    module: resolution === 'bundler' ? 'esnext' : resolution,
    moduleResolution: resolution,
    target: 'es2022',
    lib,
    types,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const project = join(consumer, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions, include: [files] }));
  await run(process.execPath, [compiler, '-p', project], consumer);
}
