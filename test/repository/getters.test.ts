import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { functionDepth, parseSource } from '@platform-sdk/reference/parse-source';
import { root } from '@platform-sdk/build/workspace';

const FOLDERS = ['core/src', 'local-platform/src/{errors,requests,responding,routing}'];

/** Files that create objects with getters, but only if a caller sets `onResponse`. */
const ALLOWED = ['core/src/client/observers.ts'];

const gettersOf = (path: string, source: string): number => {
  let count = 0;
  const { visits, isAtModuleScope } = functionDepth();
  new Visitor({
    ...visits,
    ObjectExpression({ properties }) {
      if (isAtModuleScope()) return;
      count += properties.filter((each) => each.type === 'Property' && each.kind !== 'init').length;
    },
  }).visit(parseSource(path, source).program);
  return count;
};

// V8 creates a hidden class for each object with getters, which keeps all objects of a call alive until the next major collection.
// The memory was 230 MiB with getters, and 106 MiB without them.
it('no call without onResponse creates objects with getters', () => {
  const folder = join(root, 'packages');
  const sources = globSync(
    FOLDERS.map((each) => `${each}/**/*.ts`),
    { cwd: folder },
  );
  const found = sources.filter((path) => gettersOf(path, readFileSync(join(folder, path), 'utf8')) > 0);
  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual(ALLOWED);
});

it('the search for getters finds a getter within a function, but not in a class or at module scope', () => {
  expect(gettersOf('a.ts', 'const make = () => ({ get locked() { return true; }, set locked(value) {} });')).toBe(2);
  expect(gettersOf('a.ts', 'const one = { get locked() { return true; } }; class Body { get locked() { return true; } }')).toBe(0);
});
