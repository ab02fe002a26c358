import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withClassNames } from '@platform-sdk/build/class-names';
import { withDeclarations } from '@platform-sdk/build/function-declarations';
import { asFunction, withCalls } from '@platform-sdk/build/lazy-contracts';
import { mergeEntry } from '@platform-sdk/build/merged-entries';
import { withNumbers } from '@platform-sdk/build/numbers-in-place';

describe('A class that names itself', () => {
  it('is built under the name of its source, which Node prints', async () => {
    const source =
      'export class Fault extends Error {\n  static is(value) { return this === Fault; }\n}\nexport const fault = new Fault("x");';
    const { outputFiles } = await build({ stdin: { contents: source }, bundle: true, format: 'esm', write: false });
    const code = outputFiles[0]?.text ?? '';
    expect(code).toContain('class _Fault');
    const built = (await import(`data:text/javascript,${encodeURIComponent(withClassNames(code))}`)) as {
      Fault: { readonly name: string; is(): boolean };
      fault: Error;
    };
    expect({ name: built.Fault.name, is: built.Fault.is() }).toEqual({ name: 'Fault', is: true });
  });

  it('leaves other names that begin with an underscore', () => {
    expect(withClassNames('var A = class _B {}; var _A = 1;')).toBe('var A = class _B {}; var _A = 1;');
  });
});

describe('Core for Node', () => {
  it.each([
    ['const f = (a: string): string => a;', 'function f(a: string): string { return ( a); }'],
    [
      'export const f = async <T>(a: T, { b } = {}): Promise<T> => {\n  await a;\n};',
      'export async function f<T>(a: T, { b } = {}): Promise<T>  {\n  await a;\n}',
    ],
    ['const f: Sender = a => ({ a });', 'function f(a ){ return ( ({ a })); }'],
    ['const f = (a) /* => b */ => a;', 'function f(a) /* => b */ { return ( a); }'],
    ['const f = (a) => /* b => c */ a;', 'function f(a) { return ( /* b => c */ a); }'],
    ['const f = (a = () => 1): (() => number) => // => b\n  a;', 'function f(a = () => 1): (() => number) { return ( // => b\n  a); }'],
    ['const f = async /* a */ (a) => a;', 'async function f(a) { return ( a); }'],
    ['const f = async a => a;', 'async function f(a ){ return ( a); }'],
    ['const f = async => async;', 'function f(async ){ return ( async); }'],
    ['const f: (\n  a: string,\n) => string = (a) => a;', 'function f\n\n(a) { return ( a); }'],
  ])('contains a declaration instead of %j', (source, declared) => {
    expect(withDeclarations('file.ts', source)).toBe(declared);
  });

  it.each([
    'const f = () => this;',
    'const f = () => arguments;',
    'const f = g(() => 1);',
    'const f = (() => 1) as G;',
    'const a = 1, f = () => a;',
  ])('keeps %j', (source) => {
    expect(withDeclarations('file.ts', source)).toBe(source);
  });

  it('contains the chunk of an entry in the file of the entry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'merged-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
    await write(
      'entry.js',
      'import {\n  a\n} from "./chunk-A.js";\nimport {\n  b\n} from "./chunk-B.js";\nexport {\n  a,\n  b as c\n};\n//# sourceMappingURL=entry.js.map',
    );
    await write('chunk-A.js', 'var a = 1;\nvar internal = 2;\n\nexport {\n  a,\n  internal\n};\n//# sourceMappingURL=chunk-A.js.map');
    await write('chunk-A.js.map', '{}');
    await write('other.js', 'import { internal } from "./chunk-A.js";');
    expect(await mergeEntry(folder, 'entry')).toEqual(['a', 'c']);
    expect(await readFile(join(folder, 'entry.js'), 'utf8')).toBe(
      'var a = 1;\nvar internal = 2;\n\nexport {\n  a,\n  internal\n};\nexport { b as c } from "./chunk-B.js";\n//# sourceMappingURL=entry.js.map',
    );
    expect(await readFile(join(folder, 'other.js'), 'utf8')).toBe('import { internal } from "./entry.js";');
  });
});

describe('The contract of a built client', () => {
  const built =
    'import { object } from "core";\nvar input = object({});\nvar list2 = { input };\nexport {\n  list2 as list\n};\n//# sourceMappingURL=x';

  it('is made once, at its first use', async () => {
    const code = asFunction('contract.ts', built).replace(
      '"core"',
      `"data:text/javascript,globalThis.made = 0; export const object = () => ({ made: ++made });"`,
    );
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'made'));
    const { contract } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { contract: () => object };
    expect(globalThis).toMatchObject({ made: 0 });
    expect(contract()).toEqual({ list: { input: { made: 1 } } });
    expect(contract()).toBe(contract());
  });

  it('keeps the numbers of its lines', () => {
    expect(asFunction('contract.ts', built).split('\n')[1]).toBe('let input = object({});');
  });

  it('is called if the client uses it as a value', () => {
    const source =
      "import * as contract from './contract.ts';\ntype A = typeof contract.list;\nconst f = () => g(contract, contract.list);";
    expect(withCalls('client.ts', source)).toBe(
      "import { contract } from './lazy:./contract.ts';\ntype A = typeof contract.list;\nconst f = () => g(contract(), contract().list);",
    );
  });

  it('does not change members of that name', () => {
    const source = "import * as contract from './contract.ts';\nconst f = (a) => g({ contract: a.contract }, contract);";
    expect(withCalls('client.ts', source)).toContain('g({ contract: a.contract }, contract());');
  });

  it('returns its operations after a comment at the end', () => {
    const code = asFunction('contract.ts', 'var a = 1;\nexport {\n  a\n};\n// end\n//# sourceMappingURL=x');
    expect(code.split('\n').at(-2)).toBe('return { a }; })();');
  });

  it('may not be used while the client is imported', () => {
    const source = "import * as contract from './contract.ts';\nconst list = contract.list;";
    expect(() => withCalls('client.ts', source)).toThrow('before a client is made');
  });
});

describe('A number with a name', () => {
  it.each([
    ['const MAX_MS = 30_000;\nwait(MAX_MS);', 'const MAX_MS = 30_000;\nwait(30_000);'],
    ['const MAX_MS = 5;\nconst f = (a = MAX_MS) => a > MAX_MS;', 'const MAX_MS = 5;\nconst f = (a = 5) => a > 5;'],
    ['const MAX_MS = 5;\nconst a = { ms: MAX_MS };', 'const MAX_MS = 5;\nconst a = { ms: 5 };'],
  ])('replaces the name in %j', (source, built) => {
    expect(withNumbers('file.ts', source)).toBe(built);
  });

  it.each([
    'export const MAX_MS = 5;\nwait(MAX_MS);',
    'let MAX_MS = 5;\nwait(MAX_MS);',
    'const MAX_MS = 5;\nconst a = { MAX_MS };',
    'const MAX_MS = 5;\nconst a = b.MAX_MS;',
    'const MAX_MS = 5;\nconst a = { MAX_MS: 1 };',
    'const MAX_MS = 5;\nclass A { MAX_MS = 1; }',
    'const MAX_MS = 5;\nconst a = MAX_MS.toFixed();',
    'const MAX_MS = 5;\ntype Most = typeof MAX_MS;',
    'const MAX_MS = 5;\nexport { MAX_MS };',
  ])('keeps its name in %j', (source) => {
    expect(withNumbers('file.ts', source)).toBe(source);
  });
});
