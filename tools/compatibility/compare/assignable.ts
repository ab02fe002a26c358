/** Lets the compiler check if changed declarations of two commits are assignable to each other. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, scriptOf } from '@platform-sdk/build/workspace';
import type { Declaration, EntryState } from '../state/declarations.ts';

/** The assignability of two declarations of a name, in both directions. */
export interface Assignability {
  /** True if a value of the new declaration can be used as before. */
  readonly newToOld: boolean;
  /** True if a value that was written for the old declaration is still valid. */
  readonly oldToNew: boolean;
}

/** Returns the assignability of a declaration in an entry. Undefined if the compiler cannot decide, such as for a generic type. */
export type FindAssignability = (entry: string, name: string) => Assignability | undefined;

interface Pair {
  readonly key: string;
  readonly old: string;
  readonly found: string;
}

const VALUES = new Set(['Function', 'Variable']);

/** Returns the type of a declaration in a module. */
const typeOf = (module: string, { name, kind }: Declaration): string => {
  const [type = '', ...members] = name.replace(/\(\d+\)$/, '').split('.');
  // A call signature lacks a name, so the complete type is compared.
  const path = members.filter((member) => !member.endsWith('Signature')).map((member) => `[${JSON.stringify(member)}]`);
  return `${VALUES.has(kind) ? 'typeof ' : ''}${module}.${type}${path.join('')}`;
};

/** Compiles the assignments of all declarations whose signatures differ. Both commits must be built. */
export const assignabilityOf = (before: readonly EntryState[], after: readonly EntryState[]): FindAssignability => {
  const imports: string[] = [];
  const pairs = before.flatMap((old, index): readonly Pair[] => {
    const found = after.find(({ entry }) => entry === old.entry);
    if (!found) return [];
    imports.push(importOf(`Old${index}`, old), importOf(`New${index}`, found));
    const named = new Map(found.declarations.map((each) => [each.name, each]));
    return old.declarations.flatMap((each) => {
      const next = named.get(each.name);
      if (!next || next.signature === each.signature || next.kind !== each.kind) return [];
      return [{ key: `${old.entry} ${each.name}`, old: typeOf(`Old${index}`, each), found: typeOf(`New${index}`, next) }];
    });
  });
  const assignments = pairs.flatMap(({ old, found }, index) => [assignment(`a${index}`, found, old), assignment(`b${index}`, old, found)]);
  const failures = compile([...imports, ...assignments]);
  const results = new Map(
    pairs.map(({ key }, index): readonly [string, Assignability | undefined] => {
      const [one, other] = [0, 1].map((offset) => failures.get(imports.length + 2 * index + offset + 1));
      const isUndecided = [one, other].some((code) => code !== undefined && !NOT_ASSIGNABLE.has(code));
      return [key, isUndecided ? undefined : { newToOld: one === undefined, oldToNew: other === undefined }];
    }),
  );
  return (entry, name) => results.get(`${entry} ${name}`);
};

const importOf = (name: string, { file }: EntryState): string =>
  `import type * as ${name} from ${JSON.stringify(file.replaceAll('\\', '/').replace(/\.d\.ts$/, '.js'))};`;

const assignment = (name: string, from: string, to: string): string =>
  `declare const ${name}: ${from}; export const ${name}x: ${to} = ${name};`;

/** The compiler's codes for a value of the wrong type. Every other error leaves the result undecided. */
const NOT_ASSIGNABLE = new Set(['TS2322', 'TS2375', 'TS2739', 'TS2740', 'TS2741', 'TS2559', 'TS2560', 'TS2719']);

/** Returns the code of the first error of each line. Lines count from 1. */
const compile = (lines: readonly string[]): ReadonlyMap<number, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'assignable-'));
  try {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable', 'dom.asynciterable'],
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
    };
    writeFileSync(join(folder, 'check.mts'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.mts'] }));
    const { stdout } = spawnSync(process.execPath, [scriptOf('typescript', 'tsc'), '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    const found = new Map<number, string>();
    for (const [, line = '', code = ''] of stdout.matchAll(/^check\.mts\((\d+),\d+\): error (TS\d+)/gm))
      if (!found.has(Number(line))) found.set(Number(line), code);
    // A file that cannot be read would leave every assignment undecided.
    const broken = [...found].find(([line]) => lines[line - 1]?.startsWith('import'));
    if (broken) throw new Error(`The compiler cannot read ${lines[broken[0] - 1]}: ${broken[1]}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
