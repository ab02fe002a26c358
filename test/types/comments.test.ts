import { SymbolFlags, TypeFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

const packages = (await publishedPackages()).map(({ name, exports }) => ({
  name,
  folder: `/packages/${name.replace('@platform-sdk/', '')}/src/`,
  entries: Object.keys(exports).filter((entry) => !/testing|node/.test(entry)),
}));

/** Each comment contains one of these words, or it does not describe the absence of the field. */
const WORDS = /\b(?:defaults?|absent|undefined)\b/i;

/** Comments in the session room, by the start of their place: these only have to exist. */
const OTHER_WORDS: readonly string[] = ['@platform-sdk/core SessionEvent.session.', '@platform-sdk/core SessionRecord.isRejected'];

/** An optional field of a public type. */
interface Field {
  /** Such as `Trace.observations`; a nested type is named by its first place. */
  readonly path: string;
  readonly comment: string;
  /** Implementers of a type may omit a method: its comment only has to exist. */
  readonly isMethod: boolean;
}

/** Returns the optional fields that a package declares itself, in the types that its modules export and in the types of their fields. */
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
        const isMethod = (property.flags & SymbolFlags.Method) !== 0;
        found.set(place, { path: fieldPath, comment: checker.getDocumentationCommentOfSymbol(property), isMethod });
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

describe('the comments of optional fields', () => {
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

  it.each(packages)('of $name describe the absence of the field', ({ name }) => {
    const isFree = ({ path, isMethod }: Field): boolean => isMethod || OTHER_WORDS.some((place) => `${name} ${path}`.startsWith(place));
    const wrong = (fields.get(name) ?? []).filter((field) => (isFree(field) ? field.comment === '' : !WORDS.test(field.comment)));
    expect(wrong.map(({ path, comment }) => `${path}: ${comment}`)).toEqual([]);
  });

  it('are found in types, in their unions and in nested objects', () => {
    const paths = ['agent-passes', 'gateway', 'memory']
      .flatMap((name) => fields.get(`@platform-sdk/${name}`) ?? [])
      .map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['AgentPassListInput.search', 'AutoChatInput.strategy', 'MemoryError.body.error.code']));
  });
});
