/**
 * Creates the complete program of an example, so that a reader can copy it in one piece. The program begins with the statements of the
 * scene: the file in `docs/scenes` that the example imports.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSource } from '@platform-sdk/reference/parse-source';

/** An example in two parts. The first part is folded. */
export interface ExampleProgram {
  readonly preamble: string;
  readonly call: string;
  /** The line of the file where the call begins, from 1. */
  readonly line: number;
}

/** The names that a file imports of each package. */
type Imports = Map<string, Set<string>>;

interface Statement {
  readonly text: string;
  /** The names that the statement declares. A statement without names is always kept. */
  readonly names: readonly string[];
}

const PREAMBLE = /^\/\/ #region preamble\n([\s\S]*?)\n\/\/ #endregion\n+/;
const SCENE = /^import \{[^}]*\} from '[^']*\/scenes\/[^']+';\n+/;
const MAX_COLUMNS = 84;

/** Returns the words of a source that may be names of variables. */
const wordsIn = (text: string): readonly string[] => text.match(/(?<![.\w$])[\w$]+/g) ?? [];

/** Reads the statements of the scenes that a file imports, and then those of the file. Adds its imports of packages to `imports`. */
const statementsOf = (path: string, source: string, imports: Imports): Statement[] => {
  const { module, program } = parseSource(path, source);
  const fromScenes = module.staticImports.flatMap(({ moduleRequest: { value: from }, entries }) => {
    const names = entries.map(({ localName }) => localName.value);
    const scene = join(dirname(path), from);
    if (from.startsWith('.')) return statementsOf(scene, readFileSync(scene, 'utf8'), imports);
    imports.set(from, new Set([...(imports.get(from) ?? []), ...names]));
    return [];
  });
  const own = program.body.flatMap((node): Statement[] => {
    if (node.type === 'ImportDeclaration' || (node.type === 'ExportNamedDeclaration' && !node.declaration)) return [];
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    const text = source.slice(node.start, node.end).replace(/^export /, '');
    if (declaration?.type !== 'VariableDeclaration') return [{ text, names: [] }];
    const declared = declaration.declarations.map(({ id }) => source.slice(id.start, id.end)).join(' ');
    // `{ id: passId }` declares only `passId`.
    return [{ text, names: wordsIn(declared.replaceAll(/\w+:/g, '')) }];
  });
  return [...fromScenes, ...own];
};

/** Writes an import as the formatter does. */
const importOf = (from: string, names: readonly string[]): string => {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= MAX_COLUMNS ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
};

/** Reads an example. Leaves out statements of its scene that the example does not use. */
export const exampleProgram = (file: string): ExampleProgram => {
  const source = readFileSync(file, 'utf8');
  const [marked = '', within = marked] = PREAMBLE.exec(source) ?? SCENE.exec(source) ?? [];
  const imports: Imports = new Map();
  const statements = statementsOf(file, within, imports);
  const kept: string[] = [];
  const used = new Set(wordsIn(within.replaceAll(/ from '[^']+'/g, '')));
  for (const { text, names } of statements.toReversed()) {
    if (names.length > 0 && !names.some((name) => used.has(name))) continue;
    kept.unshift(text);
    for (const word of wordsIn(text)) used.add(word);
  }
  const needed = new Set(wordsIn(kept.join('\n')));
  const lines = [...imports]
    .map(([from, names]) => [from, [...names].filter((name) => needed.has(name)).toSorted()] as const)
    .filter(([, names]) => names.length > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, names]) => importOf(from, names));
  return { preamble: [...lines, '', ...kept].join('\n'), call: source.slice(marked.length), line: marked.split('\n').length };
};
