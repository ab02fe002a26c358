import { expect, it } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';
import { SignatureKind, SymbolFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';

/** The compiler reads the whole workspace, which takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Singular names that end in "s". */
const SINGULAR = new Set(['settings', 'analytics', 'access', 'metrics']);

const singularOf = (word: string): string => {
  if (SINGULAR.has(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('sses') ? word.slice(0, -2) : word.replace(/s$/, '');
};

/** Returns the name of an input type: `organizations.members.add` takes an `OrganizationMemberAddInput`. Repeated words are omitted. */
const inputNameOf = (path: readonly string[]): string => {
  const groups = path.slice(0, -1).map(singularOf);
  const words = [...groups, path.at(-1) ?? ''].filter((word, index, all) => word !== all[index - 1]);
  return `${words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')}Input`;
};

const packages = (await publishedPackages()).filter(({ exports }) => './contract' in exports);
const clients = (
  await Promise.all(
    packages.map(async ({ name }) =>
      Object.keys((await import(name)) as object)
        .filter((each) => /^create\w+Client$/.test(each))
        .map((factory) => ({
          name,
          factory,
          client: factory.replace(/^create(\w)(\w*)Client$/, (_, first: string, rest: string) => first.toLowerCase() + rest),
        })),
    ),
  )
).flat();

interface Method {
  readonly path: readonly string[];
  readonly isGeneric: boolean;
}

const methodsIn = (checker: Checker, type: Type, path: readonly string[]): readonly Method[] =>
  checker.getPropertiesOfType(type).flatMap((property): readonly Method[] => {
    const member = checker.getTypeOfSymbol(property);
    if (!member) return [];
    const inner = [...path, property.name];
    const [signature] = checker.getSignaturesOfType(member, SignatureKind.Call);
    return signature ? [{ path: inner, isGeneric: (signature.typeParameters?.length ?? 0) > 0 }] : methodsIn(checker, member, inner);
  });

it('every input type is named after its operation, and the index of its package exports it', { timeout: TIMEOUT_MS }, () => {
  const imports = clients.map(({ name, client }) => `import * as ${client} from '${name}';`);
  const values = clients.map(({ client, factory }) => `export const ${client}Client = ${client}.${factory}({});`);
  const methods = withVirtualSource([...imports, ...values].join('\n'), ({ checker, module }) =>
    checker.getExportsOfModule(module).flatMap((symbol: SourceSymbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      return type && (symbol.flags & SymbolFlags.Variable) !== 0 ? methodsIn(checker, type, [symbol.name.replace(/Client$/, '')]) : [];
    }),
  );
  const equal = 'type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;';
  const head = [...imports, ...values, "type None = import('@platform-sdk/core').NoInput;", equal];
  const failing = (claims: readonly string[]): readonly number[] =>
    withVirtualSource([...head, ...claims].join('\n'), ({ errors }) => [...errors()].map((line) => line - head.length));
  const inputOf = ([client, ...rest]: readonly string[]): string =>
    `NonNullable<Parameters<typeof ${client}Client${rest.map((each) => `['${each}']`).join('')}>[0]>`;
  const noInputs = methods.map(({ path }, index) => `export const none${index}: Equal<${inputOf(path)}, None> = true;`);
  const named = failing(noInputs).flatMap((index) => methods[index] ?? []);
  const claims = named.map(({ path, isGeneric }, index) => {
    const type = `${path[0]}.${inputNameOf(path)}`;
    return isGeneric ? `export type Claim${index} = ${type};` : `export const claim${index}: Equal<${inputOf(path)}, ${type}> = true;`;
  });
  const wrong = failing(claims).flatMap((index) => (named[index] ? [named[index].path] : []));
  expect(named.length).toBeGreaterThan(90);
  expect(
    wrong.map((path) => `${path.join('.')}: ${inputNameOf(path)}`),
    'step 1: name the input type of the operation so, and export it from the index of its package',
  ).toEqual([]);
});

it('a public name has the same meaning in every package that exports it', { timeout: TIMEOUT_MS }, () => {
  const lines = packages.map(({ name }, index) => `export * as p${index} from '${name}';`);
  const twice = withVirtualSource(lines.join('\n'), ({ checker, module }) => {
    const found = new Map<string, Map<string, string>>();
    for (const each of checker.getExportsOfModule(module)) {
      const inner = (each.flags & SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each);
      for (const entry of checker.getExportsOfModule(inner)) {
        const symbol = (entry.flags & SymbolFlags.Alias) === 0 ? entry : checker.getAliasedSymbol(entry);
        const place = symbol.declarations.map(({ path, index }) => `${path} ${index}`).join();
        found.set(entry.name, (found.get(entry.name) ?? new Map<string, string>()).set(place, each.name));
      }
    }
    return [...found].filter(([, places]) => places.size > 1).map(([name, places]) => `${name}: ${[...places.keys()].join(' and ')}`);
  });
  expect(twice).toEqual([]);
});
