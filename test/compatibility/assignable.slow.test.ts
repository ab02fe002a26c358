import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assignabilityOf } from '@platform-sdk/compatibility/compare/assignable';
import type { Declaration, EntryState } from '@platform-sdk/compatibility/state/declarations';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it } from 'vitest';

/** Returns an entry with a declaration file. `names` contains the kind of each declaration. */
const entry = (text: string, names: Readonly<Record<string, string>>): EntryState => {
  const file = join(newFolder(), 'index.d.ts');
  writeFileSync(file, text);
  const declarations = Object.entries(names).map(([name, kind]): Declaration => ({
    name,
    kind,
    signature: `${name} of ${file}`,
    optional: false,
    deprecated: false,
  }));
  return { entry: '@platform-sdk/wallets', package: '@platform-sdk/wallets', file, declarations, report: '' };
};

it('the compiler decides which new declarations are assignable to the old declarations', () => {
  const kinds = {
    renamed: 'Function',
    narrowed: 'Function',
    Kind: 'TypeAlias',
    'Options.a': 'PropertySignature',
    Generic: 'TypeAlias',
  };
  const before = entry(
    `export declare const renamed: (given: string) => number;
export declare const narrowed: (given: string | number) => number;
export type Kind = 'a' | 'b';
export interface Options { a: string }
export type Generic<T> = T[];
`,
    kinds,
  );
  const after = entry(
    `export declare const renamed: (input: string, more?: boolean) => number;
export declare const narrowed: (given: string) => number;
export type Kind = 'a' | 'b' | 'c';
export interface Options { a: number }
export type Generic<T> = readonly T[];
`,
    kinds,
  );
  const find = assignabilityOf([before], [after]);
  expect(Object.keys(kinds).map((name) => find('@platform-sdk/wallets', name))).toEqual([
    { newToOld: true, oldToNew: true },
    { newToOld: false, oldToNew: true },
    { newToOld: false, oldToNew: true },
    { newToOld: false, oldToNew: false },
    undefined,
  ]);
});

it('an unreadable declaration file throws instead of counting as equal types', () => {
  const [before, after] = [entry('', { Kind: 'TypeAlias' }), entry('', { Kind: 'TypeAlias' })];
  expect(() => assignabilityOf([{ ...before, file: join(newFolder(), 'missing.d.ts') }], [after])).toThrow(/cannot read/);
});
