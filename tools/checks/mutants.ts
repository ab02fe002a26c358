/** Plants one fault at a time in a copy of the repository, and counts which checks find the faults: `pnpm tool mutants 20 --seed 7`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@platform-sdk/build/workspace';
import { parseSync } from 'oxc-parser';

/** A change of one operator or literal. */
interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the changes that can be made to a node. Each change names a range of the source and its new text. */
const replacementsOf = (node: Node, source: string): readonly Omit<Mutant, 'file'>[] => {
  const { type, start, end } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const operator = String(node['operator']);
    const replacement = OPERATORS[operator];
    const from = source.indexOf(operator, (node['left'] as Node).end);
    return replacement === undefined ? [] : [{ start: from, end: from + operator.length, replacement }];
  }
  if (type === 'UnaryExpression' && node['operator'] === '!') return [{ start, end: start + 1, replacement: '' }];
  if (type !== 'Literal') return [];
  if (typeof node['value'] === 'boolean') return [{ start, end, replacement: String(!node['value']) }];
  return typeof node['value'] === 'number' ? [{ start, end, replacement: String(node['value'] + 1) }] : [];
};

const mutantsIn = (file: string): readonly Mutant[] => {
  const source = readFileSync(join(copy, file), 'utf8');
  const found: Mutant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    // Types do not run.
    if (!isNode(value) || value.type.startsWith('TS')) return;
    found.push(...replacementsOf(value, source).map((replacement) => ({ file, ...replacement })));
    for (const member of Object.values(value)) visit(member);
  };
  visit(parseSync(file, source).program);
  return found;
};

/** Returns a function that returns pseudorandom numbers from 0 to 1. The seed determines the numbers. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string', default: '1' } } });
const count = Number(positionals[0] ?? 20);
const random = randomFrom(Number(values.seed));
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
execFileSync('git', ['clone', '--quiet', root, copy]);
const all = globSync('packages/*/src/**/*.ts', { cwd: copy })
  .toSorted()
  .flatMap((file) => mutantsIn(file.replaceAll('\\', '/')));
const chosen = Array.from({ length: count }, () => all[Math.floor(random() * all.length)]).filter((mutant) => mutant !== undefined);

const pnpm = (...words: readonly string[]): boolean => {
  // A fault may cause an endless loop.
  const { status } = spawnSync('npx', ['--yes', 'pnpm@12.21.0', ...words], { cwd: copy, stdio: 'ignore', timeout: 900_000 });
  return status === 0;
};

/** The checks from the fastest to the slowest. Tests in browsers are left out, because they would take ten minutes for each fault. */
const CHECKS = {
  check: ['check'],
  'quick tests': ['exec', 'vitest', 'run', '--bail', '1'],
  'slow tests': ['exec', 'vitest', 'run', '--mode', 'slow', '--bail', '1'],
} as const;
const counts: Record<string, number> = {};

try {
  if (!pnpm('install', '--frozen-lockfile', '--prefer-offline') || !pnpm('typecheck')) throw new Error('The copy cannot be used.');
  // Runs the checks without a fault first, because a check that always fails would seem to find every fault.
  const [{ file: first } = { file: '' }] = chosen;
  appendFileSync(join(copy, first), '\n// A comment.\n');
  if (!pnpm('check')) throw new Error('`pnpm check` fails without a fault.');
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: copy });
  for (const { file, start, end, replacement } of chosen) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, start) + replacement + source.slice(end));
    const [finder = 'none'] = Object.entries(CHECKS).find(([, words]) => !pnpm(...words)) ?? [];
    counts[finder] = (counts[finder] ?? 0) + 1;
    const line = source.slice(0, start).split('\n').length;
    const [text = ''] = source.slice(source.lastIndexOf('\n', start) + 1).split('\n', 1);
    console.log(`${finder.padEnd(12)} ${file}:${line}: ${source.slice(start, end)} becomes ${replacement || 'nothing'} in ${text.trim()}`);
    writeFileSync(path, source);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  `of ${chosen.length} faults: ${Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')}`,
);
process.exitCode = counts['none'] === undefined ? 0 : 1;
