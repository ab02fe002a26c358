import { expect, it } from 'vitest';
import { joinPieces } from '@platform-sdk/docs-tools/runner/program';
import { portsOf, stepsOf } from '@platform-sdk/docs-tools/jobs/steps';
import { snippetsOf } from '@platform-sdk/docs-tools/snippets/find';

const fence = (code: string, language = 'ts'): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const fold = (code: string): string => `<details>\n<summary>Beforehand</summary>\n\n${fence(code)}\n</details>\n`;
const found = (markdown: string) =>
  snippetsOf('page.md', markdown).map(({ pieces, ...rest }) => ({ ...rest, texts: pieces.map(({ text }) => text) }));

it('a folded block is added to the start of all later blocks, until the next folded block', () => {
  const page = [fence('one'), fold('first'), fence('two'), fold('second'), fence('three')].join('\n');
  expect(found(page).map(({ texts }) => texts)).toEqual([['one'], ['first', 'two'], ['second', 'three']]);
});

it('a block that continues is joined to the previous block', () => {
  const page = [fence('one'), '<!-- continues -->\n', fence('two'), '<!-- continues -->\n', fence('three'), fence('four')].join('\n');
  expect(found(page).map(({ texts }) => texts)).toEqual([['one'], ['one', 'two'], ['one', 'two', 'three'], ['four']]);
});

it('a block that continues a block that does not run is joined to the last block that runs', () => {
  const page = [fence('one'), '<!-- continues -->\n<!-- not run: why -->\n', fence('two'), '<!-- continues -->\n', fence('three')].join(
    '\n',
  );
  expect(found(page).map(({ texts }) => texts)).toEqual([['one'], ['one', 'two'], ['one', 'three']]);
});

it('`not run` only applies to the block directly below the mark', () => {
  const page = ['<!-- not run: first -->\n\nText between.\n', fence('one'), '<!-- not run: second -->\n', fence('two')].join('\n');
  expect(found(page).map(({ notRun }) => notRun)).toEqual([undefined, 'second']);
});

it('snippetsOf ignores `not run` without a reason', () => {
  expect(found(`<!-- not run -->\n\n${fence('one')}`)[0]).not.toHaveProperty('notRun');
});

it('a preamble becomes a separate piece, and both pieces have the correct line numbers', () => {
  const code = '// #region preamble\nconst a = 1;\n// #endregion\n\nconsole.log(a);';
  const [snippet] = snippetsOf('page.md', `# Title\n\n${fence(code)}`);
  expect(snippet?.pieces).toEqual([
    { text: 'const a = 1;', line: 5 },
    { text: 'console.log(a);', line: 8 },
  ]);
});

it('snippetsOf recognizes source files with a path, and ignores other languages', () => {
  expect(found(fence('// src/main.tsx\nconst a = 1;', 'tsx') + fence('ls', 'sh'))).toEqual([
    { page: 'page.md', language: 'tsx', index: 0, file: 'src/main.tsx', texts: ['// src/main.tsx\nconst a = 1;'] },
  ]);
});

it('snippetsOf throws for a continuation without a previous block', () => {
  expect(() => found(`<!-- continues -->\n\n${fence('one')}`)).toThrow('page.md:4');
});

it('joinPieces imports each name once, and puts each piece into its own block', () => {
  const { text } = joinPieces(["import { a } from 'x';\nconst b = a;", "import { a, c, type D } from 'x';\nexport const b = c;"]);
  expect(text).toBe("import { a } from 'x';\nimport { c, type D } from 'x';\n\nconst b = a;\n{\n\nconst b = c;\n}\nexport {};");
});

it('joinPieces returns the original position of every line', () => {
  const { places } = joinPieces(["import a from 'x';\n\na();", 'b();']);
  expect(places.map((place) => place && `${place.piece}:${place.line}`)).toEqual([
    '0:0',
    '0:0',
    '0:1',
    '0:2',
    undefined,
    '1:0',
    undefined,
    undefined,
  ]);
});

it('joinPieces preserves an import over several lines, and the lines after it', () => {
  const { text, places } = joinPieces(["import {\n  a,\n  b,\n} from 'x';\na(b);"]);
  expect(text).toBe("import { a, b } from 'x';\n\n\n\n\na(b);\nexport {};");
  expect(places[5]).toEqual({ piece: 0, line: 4 });
});

it('joinPieces preserves code after an import in the same line', () => {
  const { text } = joinPieces(["import a from 'x'; import { b } from 'y'; a(b);\nawait import('z');"]);
  expect(text).toBe("import a from 'x';\nimport { b } from 'y';\n a(b);\nawait import('z');\nexport {};");
});

it('stepsOf lists files and commands in page order', () => {
  const page = [
    fence('npm init -y\nnode server.ts # leave it running', 'sh'),
    fence('<!-- index.html -->\n<p></p>', 'html'),
    fence('// tsconfig.json\n{}', 'jsonc'),
  ].join('\n');
  expect(stepsOf('page.md', page)).toEqual([
    { command: 'npm init -y', isServer: false },
    { command: 'node server.ts', isServer: true },
    { path: 'index.html', text: '<!-- index.html -->\n<p></p>\n' },
    { path: 'tsconfig.json', text: '// tsconfig.json\n{}\n' },
  ]);
});

it('stepsOf throws for a block without a file name', () => {
  expect(() => stepsOf('page.md', fence('const a = 1;'))).toThrow('begins with no path');
});

it('portsOf returns the ports that a page mentions', () => {
  expect(portsOf('`http://127.0.0.1:4010/x`, { port: 5173 }, 127.0.0.1:4010')).toEqual([4010, 5173]);
});
