import { SymbolFlags, TypeFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

const packages = (await publishedPackages()).map(({ name, exports }) => ({
  name,
  folder: `/packages/${name.replace('@platform-sdk/', '')}/src/`,
  entries: Object.keys(exports).filter((entry) => !/testing|node/.test(entry)),
}));

/** An optional field of a public type. */
interface Field {
  /** Its path, such as `Trace.observations`. A nested type is named after the first field that uses it. */
  readonly path: string;
  readonly comment: string;
}

/** Returns the optional fields that a package declares: those of the types that its modules export, and those of nested types. */
const optionalFieldsOf = (checker: Checker, modules: readonly SourceSymbol[], folder: string): readonly Field[] => {
  const found = new Map<string, Field>();
  const visited = new Set<number>();
  const isOwn = ({ declarations }: SourceSymbol): boolean => declarations.some(({ path }) => path.includes(folder));
  const isPublic = (property: SourceSymbol): boolean => checker.getJsDocTagsOfSymbol(property).every(({ name }) => name !== 'internal');

  const visit = (type: Type, path: string): void => {
    if (visited.has(type.id)) return;
    visited.add(type.id);
    if (type.isUnionType()) {
      for (const part of type.getTypes()) visit(part, path);
      return;
    }
    if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return;
    const own = checker.getPropertiesOfType(type).filter((property) => isOwn(property) && isPublic(property));
    const types = checker.getTypeOfSymbol(own);
    for (const [index, property] of own.entries()) {
      const fieldPath = `${path}.${property.name}`;
      const place = property.declarations.map((each) => `${each.path} ${each.index}`).join();
      if ((property.flags & SymbolFlags.Optional) !== 0 && !found.has(place)) {
        found.set(place, { path: fieldPath, comment: checker.getDocumentationCommentOfSymbol(property) });
      }
      const nested = types[index];
      if (nested) visit(nested, fieldPath);
    }
  };

  for (const entry of modules.flatMap((module) => checker.getExportsOfModule(module))) {
    const exported = (entry.flags & SymbolFlags.Alias) === 0 ? entry : checker.getAliasedSymbol(entry);
    if ((exported.flags & SymbolFlags.Type) !== 0) visit(checker.getDeclaredTypeOfSymbol(exported), exported.name);
  }
  return [...found.values()];
};

describe('optional fields', () => {
  const fields = new Map<string, readonly Field[]>();

  beforeAll(() => {
    const lines = packages.flatMap(({ name, entries }, at) =>
      entries.map((entry, index) => `export * as package${at}_${index} from '${name}${entry.slice(1)}';`),
    );
    withVirtualSource(lines.join('\n'), ({ checker, module }) => {
      const modules = checker.getExportsOfModule(module);
      for (const [at, { name, folder }] of packages.entries()) {
        const own = modules.filter((each) => each.name.startsWith(`package${at}_`)).map((each) => checker.getAliasedSymbol(each));
        fields.set(name, optionalFieldsOf(checker, own, folder));
      }
    });
  }, 240_000);

  it.each(packages)('every optional field in $name has a comment', ({ name }) => {
    const missing = (fields.get(name) ?? []).filter(({ comment }) => comment === '');
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('the search for optional fields covers types, unions and nested objects', () => {
    const paths = ['agent-passes', 'gateway', 'memory']
      .flatMap((name) => fields.get(`@platform-sdk/${name}`) ?? [])
      .map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['AgentPassListInput.search', 'AutoChatInput.strategy', 'MemoryError.body.error.code']));
  });
});
