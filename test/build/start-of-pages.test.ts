import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { AT_START, ERRORS, modulesAtStart, withoutCodeOnDemand } from '@platform-sdk/build/few-files';
import { root } from '@platform-sdk/build/workspace';

const core = join(root, 'packages/core');
const senders = ['fetch', 'ky', 'node'].map((name) => join(core, `src/http/senders/${name}.ts`));

const atStart = () =>
  modulesAtStart(
    AT_START.map((file) => join(core, file)),
    [...senders, join(core, ERRORS)],
  );

/** Returns the modules that a module needs, itself included. Code on demand is not among them. */
const modulesBehind = async (file: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    external: ['#*'],
    metafile: true,
    treeShaking: false,
    plugins: [withoutCodeOnDemand],
  });
  return Object.keys(metafile.inputs).map((input) => resolve(input));
};

describe('the file of core at the start of a page', () => {
  it('contains a call from its method to its response', async () => {
    const names = (await atStart()).map((file) => relative(join(core, 'src'), file).replaceAll('\\', '/'));
    expect(names).toEqual(expect.arrayContaining(['client/client.ts', 'client/attempt.ts', 'schema/check.ts', 'session/session.ts']));
  });

  it('contains no error class, which pages without calls import, and no sender', async () => {
    const files = await atStart();
    expect(files.filter((file) => [...senders, join(core, ERRORS)].includes(file))).toEqual([]);
  });

  it('exports no name twice, because an import would find another value or none', async () => {
    const modules = (await Promise.all((await atStart()).map((file) => import(pathToFileURL(file).href)))) as object[];
    const names = modules.flatMap((module) => Object.keys(module));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('imports no file that imports it', async () => {
    const inFile = new Set(await atStart());
    const behind = new Set((await Promise.all([...inFile, ...senders].map(modulesBehind))).flat());
    const apart = [...behind].filter((file) => !inFile.has(file));
    const circles = await Promise.all(
      apart.map(async (file) => ((await modulesBehind(file)).some((each) => inFile.has(each)) ? [file] : [])),
    );
    expect(circles.flat()).toEqual([]);
  });
});
