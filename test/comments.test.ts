import { SymbolFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../scripts/workspace.ts';
import { withVirtualSource } from './virtual-source.ts';

/** Packages whose optional fields all have comments. A package that is not here yet is added with its comments. */
const finished = ['@platform-sdk/core', '@platform-sdk/upload'];

/** The objects of a type, those of a union too. */
const objectsIn = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes().flatMap(objectsIn) : [type]);

/** The optional fields of the types that a module exports, as far as the package declares them itself, by their place in the sources. */
const optionalFieldsOf = (checker: Checker, module: SourceSymbol, folder: string): Map<string, readonly [string, SourceSymbol]> => {
  const found = new Map<string, readonly [string, SourceSymbol]>();
  for (const entry of checker.getExportsOfModule(module)) {
    const exported = (entry.flags & SymbolFlags.Alias) === 0 ? entry : checker.getAliasedSymbol(entry);
    if ((exported.flags & SymbolFlags.Type) === 0) continue;
    for (const type of objectsIn(checker.getDeclaredTypeOfSymbol(exported))) {
      for (const property of checker.getPropertiesOfType(type)) {
        if ((property.flags & SymbolFlags.Optional) === 0 || !property.declarations.some(({ path }) => path.includes(folder))) continue;
        const place = property.declarations.map(({ path, index }) => `${path} ${index}`).join();
        if (!found.has(place)) found.set(place, [`${exported.name}.${property.name}`, property]);
      }
    }
  }
  return found;
};

describe.each(finished)('an optional field of %s', (name) => {
  it('has a comment that says what happens without it', async () => {
    const packages = await publishedPackages();
    const entries = Object.keys(packages.find((each) => each.name === name)?.exports ?? {}).filter((entry) => !/testing|node/.test(entry));
    const folder = `/packages/${name.replace('@platform-sdk/', '')}/src/`;
    const text = entries.map((entry, index) => `export * as entry${index} from '${name}${entry.slice(1)}';`).join('\n');
    const bare = withVirtualSource(text, ({ checker, module }) =>
      checker
        .getExportsOfModule(module)
        .flatMap((entry) => [...optionalFieldsOf(checker, checker.getAliasedSymbol(entry), folder).values()])
        .filter(([, field]) => checker.getDocumentationCommentOfSymbol(field) === '')
        .map(([path]) => path),
    );
    expect([...new Set(bare)]).toEqual([]);
  }, 120_000);
});
