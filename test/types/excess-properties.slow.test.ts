import { SignatureKind, SymbolFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { expect, it } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

/** A call that compiles, and the same call with an extra field. */
interface Case {
  readonly label: string;
  readonly right: string;
  readonly excess: string;
}

const EXCESS = 'excess';
const MAX_DEPTH = 2;
/** The compiler reads the whole workspace, which takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

const ownClients = async (): Promise<{ text: string; names: string[] }> => {
  const packages = (await publishedPackages()).filter(
    ({ dependencies, exports }) => '@platform-sdk/core' in (dependencies ?? {}) && './contract' in exports,
  );
  const factories = await Promise.all(
    packages.map(async ({ name }) => {
      const found = Object.keys((await import(name)) as object).filter((each) => /^create(?:\w+Client|SettingsStore)$/.test(each));
      return found.map((factory) => ({ name, factory }));
    }),
  );
  const lines = factories
    .flat()
    .map(
      ({ name, factory }) => `import { ${factory} as make${factory} } from '${name}'; export const ${factory} = make${factory}(platform);`,
    );
  return {
    text: ["import { createPlatform, request } from '@platform-sdk/core';", 'const platform = createPlatform();', ...lines].join('\n'),
    names: factories.flat().map(({ factory }) => factory),
  };
};

const isOptional = ({ flags }: SourceSymbol): boolean => (flags & SymbolFlags.Optional) !== 0;

/** Returns the object types within a type that declare their fields. Types that accept any field are omitted. */
const objectsIn = (checker: Checker, type: Type): Type[] => {
  const present = checker.getNonNullableType(type) ?? type;
  if (present.isUnionType()) return present.getTypes().flatMap((each) => objectsIn(checker, each));
  if (checker.getSignaturesOfType(present, SignatureKind.Call).length > 0 || checker.isArrayLikeType(present)) return [];
  const [index] = checker.getIndexInfosOfType(present);
  if (index) return checker.typeToString(index.valueType) === 'never' ? [present] : [];
  const [first] = checker.getPropertiesOfType(present);
  if (!first) return checker.typeToString(present) === '{}' ? [present] : [];
  return first.declarations.some(({ path }) => path.includes('/packages/')) ? [present] : [];
};

const elementOf = (checker: Checker, type: Type): Type | undefined => {
  const present = checker.getNonNullableType(type) ?? type;
  return checker.isArrayType(present) ? checker.getTypeArguments(present as never)[0] : undefined;
};

/** Returns pairs of object literals for a type: only the required fields, and the same with an extra field. Includes nested objects. */
const literalsOf = (checker: Checker, type: Type, depth = 0): { path: string; right: string; excess: string }[] =>
  objectsIn(checker, type).flatMap((object) => {
    const properties = checker.getPropertiesOfType(object);
    const valueOf = (property: SourceSymbol): string => {
      const found = checker.getTypeOfSymbol(property);
      return found?.isLiteralType() ? checker.typeToString(found) : 'nothing';
    };
    const fields = (except?: SourceSymbol): string[] =>
      properties
        .filter((property) => !isOptional(property) && property !== except)
        .map((property) => `${property.name}: ${valueOf(property)}`);
    const literal = (...more: string[]): string => `{ ${more.join(', ')} }`;
    const own = { path: EXCESS, right: literal(...fields()), excess: literal(...fields(), `${EXCESS}: 1`) };
    const inner = properties.flatMap((property) => {
      const found = checker.getTypeOfSymbol(property);
      if (!found || depth === MAX_DEPTH) return [];
      const element = elementOf(checker, found);
      const wrapped = (text: string): string => literal(...fields(property), `${property.name}: ${element ? `[${text}]` : text}`);
      return literalsOf(checker, element ?? found, depth + 1).map(({ path, right, excess }) => ({
        path: `${property.name}.${path}`,
        right: wrapped(right),
        excess: wrapped(excess),
      }));
    });
    return [own, ...inner];
  });

/** Returns the cases for every method of a client and of its nested clients. Options that methods share are tested once. */
const casesOf = (checker: Checker, client: Type, prefix: string, shared: Set<string>): Case[] =>
  checker.getPropertiesOfType(client).flatMap((member) => {
    const name = `${prefix}.${member.name}`;
    const type = checker.getTypeOfSymbol(member);
    if (!(type?.isObjectType() || type?.isIntersectionType()) || member.name.startsWith('__')) return [];
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (!signature) return casesOf(checker, type, name, shared);
    return [0, 1].flatMap((index) => {
      const parameter = checker.getParameterType(signature, index);
      if (!parameter) return [];
      const before = index === 0 ? '' : 'nothing, ';
      const after = index === 0 && signature.parameters.length > 1 ? ', nothing' : '';
      const options = index === 0 ? name : checker.typeToString(parameter);
      if (shared.has(options)) return [];
      shared.add(options);
      return literalsOf(checker, parameter).map(({ path, right, excess }) => ({
        label: `${name}(${index === 0 ? 'input' : 'options'}.${path})`,
        right: `() => ${name}(${before}${right}${after})`,
        excess: `() => ${name}(${before}${excess}${after})`,
      }));
    });
  });

it(
  'an input with an unknown field does not compile, for any method and at any depth',
  async () => {
    const { text, names } = await ownClients();
    const shared = new Set<string>();
    const cases = withVirtualSource(text, ({ checker, module }) =>
      checker
        .getExportsOfModule(module)
        .flatMap((client) => casesOf(checker, checker.getTypeOfSymbol(client) as Type, client.name, shared)),
    );
    expect(names).toHaveLength(13);
    expect(cases.length).toBeGreaterThan(150);

    const start = [text, 'declare const nothing: never;', 'export const calls = ['];
    const lines = cases.flatMap(({ right, excess }) => [`${right},`, `${excess},`]);
    const first = start.join('\n').split('\n').length;
    const errors = withVirtualSource([...start, ...lines, '];'].join('\n'), (source) => source.errors());
    const isWrong = (line: number): boolean => errors.has(first + line);
    const doNotCompile = cases.filter((_, index) => isWrong(2 * index)).map(({ label }) => label);
    const compile = cases.filter((_, index) => !isWrong(2 * index + 1)).map(({ label }) => label);
    expect({ compile, doNotCompile }).toEqual({ compile: [], doNotCompile: [] });
  },
  TIMEOUT_MS,
);

it(
  'a call does not compile if options are passed instead of an input',
  async () => {
    const { text } = await ownClients();
    const wrong = ['createOrganizationsClient.list({ signal })', 'createOrganizationsClient.list({ timeoutMs: 1 })'];
    const right = ['createOrganizationsClient.list()', 'createOrganizationsClient.list({}, { signal })'];
    const lines = [...wrong, ...right].map((call) => `() => ${call},`);
    const start = [text, 'const { signal } = new AbortController();', 'export const calls = ['];
    const first = start.join('\n').split('\n').length;
    const errors = withVirtualSource([...start, ...lines, '];'].join('\n'), (source) => source.errors());
    expect([...errors.keys()].filter((line) => line >= first)).toEqual([first, first + 1]);
  },
  TIMEOUT_MS,
);
