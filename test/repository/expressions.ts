import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A regular expression in a source. */
export interface Expression {
  /** The file and the line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const root = resolve(import.meta.dirname, '../..');

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

/** Calls `visit` with every node of a tree. */
const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node);
  for (const child of Object.values(node)) walk(child, visit);
};

/** Returns all regular expressions in the sources of the packages, and the files that create expressions at run time. */
export const expressionsOfSources = (): { readonly literals: Expression[]; readonly made: string[] } => {
  const literals: Expression[] = [];
  const made: string[] = [];
  const files = readdirSync(join(root, 'packages')).flatMap((name) => sourcesIn(join(root, 'packages', name, 'src')));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const placeOf = ({ start = 0 }: Node): string => `${relative(root, file)}:${text.slice(0, start).split('\n').length}`;
    walk(parseSync(file, text).program, (node) => {
      if (node.regex) literals.push({ place: placeOf(node), source: node.regex.pattern, flags: node.regex.flags });
      if (/^(?:New|Call)Expression$/.test(node.type ?? '') && node.callee?.name === 'RegExp') made.push(relative(root, file));
    });
  }
  return { literals, made };
};

const CLASSES: Readonly<Record<string, string>> = { s: ' \t\n', d: '0', w: 'a0', S: 'a', D: 'a', W: ' -', n: '\n', t: '\t', r: '\r' };

/** Returns characters that match a part of an expression: examples of a class, or the character itself. */
const charactersOf = (part: string): string => {
  if (part === '.') return 'a ';
  if (part.startsWith('\\p') || part.startsWith('\\P')) return 'aA0é';
  if (part.startsWith('\\u')) return String.fromCharCode(Number.parseInt(part.replace(/\W|u/g, ''), 16));
  if (part.startsWith('\\')) return CLASSES[part[1] ?? ''] ?? part.slice(1);
  if (part.startsWith('[^')) return ['a', ' ', '0', '-', '<', '[', '\t'].filter((one) => new RegExp(part, 'u').test(one)).join('');
  return part.startsWith('[') ? [...part.slice(1, -1).matchAll(PART)].map(([inner]) => charactersOf(inner)).join('') : part;
};

const PART = /\\u\{?[\da-f]+\}?|\\[pP]\{[^}]*\}|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|[^\\]/giu;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;

/** Returns strings that match parts of an expression: single characters, and runs of letters. */
const atomsOf = (source: string): { readonly characters: string[]; readonly words: string[] } => {
  const plain = source.replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(').replaceAll(/(?<!\\)\{\d+(?:,\d*)?\}/g, '+');
  const characters = new Set<string>();
  const words = new Set<string>();
  let word = '';
  for (const [part] of plain.matchAll(PART)) {
    const isPlain = !/^[()|^$]$/.test(part) && !QUANTIFIER.test(part) && part !== '\\b' && part !== '\\B';
    if (isPlain) for (const one of charactersOf(part)) characters.add(one);
    const isLetter = isPlain && (part.length === 1 ? part !== '.' : /^\\\W/.test(part));
    if (isLetter) word += part.at(-1) ?? '';
    else {
      if (word.length > 1) words.add(word);
      word = '';
    }
  }
  if (word.length > 1) words.add(word);
  return { characters: [...characters].slice(0, 24), words: [...words].slice(0, 8) };
};

/** Returns a string of about this length, with a beginning, a repeated part and an end. */
export type Attack = (length: number) => string;

/** Returns attacks that could cause a search in quadratic time. */
export const attacksOn = ({ source }: Expression): Attack[] => {
  const { characters, words } = atomsOf(source);
  const pumps = [
    ...characters,
    ...words,
    ...words.flatMap((word) => characters.slice(0, 6).map((one) => word + one)),
    ...characters.slice(0, 8).flatMap((one) => characters.slice(0, 8).map((other) => one + other)),
  ];
  const ends = ['', '\u0000', '\na', ...characters.slice(0, 2).map((one) => `${one}\u0000`)];
  const starts = ['', 'a', ...words.slice(0, 3).flatMap((word) => [word, `${word} `])];
  return [...new Set(pumps)].flatMap((pump) =>
    starts.flatMap((start) =>
      (start === '' || start === 'a' ? ends : ends.slice(1, 2)).map(
        (end): Attack =>
          (length) =>
            start + pump.repeat(Math.ceil(length / pump.length)) + end,
      ),
    ),
  );
};
