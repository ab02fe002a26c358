import { API, SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import { root } from '@platform-sdk/build/workspace';

/** Finds differences between values and the exported types of a file: missing, mistyped and unknown fields. Each has a dotted path. */
export interface TypeProblems {
  problemsOf(typeName: string, value: unknown): string[];
  close(): void;
}

/** Checks values against the types that a file exports, as the compiler resolves them. */
export const typeProblemsIn = (file: string): TypeProblems => {
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
  const source = project?.program.getSourceFile(file);
  const module = source && project?.checker.getSymbolAtLocation(source);
  if (!project || !module) throw new Error(`${file} is not part of a project`);
  const { checker } = project;
  return {
    problemsOf(typeName, value) {
      const symbol = checker.getExportsOfModule(module).find(({ name }) => name === typeName);
      if (!symbol) throw new Error(`${file} exports no ${typeName}`);
      return problemsOf(checker, checker.getDeclaredTypeOfSymbol(symbol), value, '');
    },
    close: () => {
      api.close();
    },
  };
};

const problemsOf = (checker: Checker, type: Type, value: unknown, path: string): string[] => {
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return [];
  if (type.isUnionType()) {
    const each = type.getTypes().map((part) => problemsOf(checker, part, value, path));
    // The member of the union with the fewest problems gives the best message.
    return each.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (type.isLiteralType()) return value === type.value ? [] : [`${path}: ${JSON.stringify(value)} is not ${String(type.value)}`];
  const primitive = PRIMITIVES.find(([flag]) => type.flags & flag);
  if (primitive) return primitive[1](value) ? [] : [`${path}: ${JSON.stringify(value)} is not ${primitive[2]}`];
  if (checker.isArrayType(type)) {
    const [items] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    if (!Array.isArray(value) || !items) return [`${path}: ${JSON.stringify(value)} is not an array`];
    return value.flatMap((item, index) => problemsOf(checker, items, item, `${path}.${index}`));
  }
  return typeof value === 'object' && value !== null
    ? membersOf(checker, type, value, path)
    : [`${path}: ${JSON.stringify(value)} is not an object`];
};

const membersOf = (checker: Checker, type: Type, value: object, path: string): string[] => {
  const members = new Map<string, unknown>(Object.entries(value));
  const others = checker.getIndexInfosOfType(type)[0]?.valueType;
  const known = checker.getPropertiesOfType(type);
  const found = known.flatMap((symbol) => {
    const inner = `${path}.${symbol.name}`;
    if (!members.has(symbol.name)) return symbol.flags & SymbolFlags.Optional ? [] : [`${inner}: is missing`];
    const field = checker.getTypeOfSymbol(symbol);
    return field ? problemsOf(checker, field, members.get(symbol.name), inner) : [];
  });
  const unknown = [...members].filter(([name]) => !known.some((symbol) => symbol.name === name));
  return [
    ...found,
    ...unknown.flatMap(([name, member]) =>
      others ? problemsOf(checker, others, member, `${path}.${name}`) : [`${path}.${name}: is unknown`],
    ),
  ];
};

const PRIMITIVES: readonly (readonly [flag: number, is: (value: unknown) => boolean, name: string])[] = [
  [TypeFlags.String, (value) => typeof value === 'string', 'a string'],
  [TypeFlags.Number, (value) => typeof value === 'number', 'a number'],
  [TypeFlags.Boolean, (value) => typeof value === 'boolean', 'true or false'],
  [TypeFlags.Null, (value) => value === null, 'null'],
  [TypeFlags.Undefined, (value) => value === undefined, 'undefined'],
];
