/** Reads the comments of operations and fields with the compiler, which follows aliases, base types and re-exports. */
import type { AnyOperation, SchemaData } from '@platform-sdk/core/contract';
import { API, SymbolFlags, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { root } from '@platform-sdk/build/workspace';
import type { Contract } from './services.ts';

/** The comments of a type, in the shape of its schema. */
export interface TypeComments {
  /** The interface's name and own comment. */
  readonly name?: string;
  readonly about?: string;
  /** The name of a type that is not an interface. */
  readonly alias?: string;
  readonly fields: Readonly<Record<string, FieldComments>>;
}

export interface FieldComments extends TypeComments {
  readonly comment: string;
}

/** An operation with its comments. */
export interface CommentedOperation {
  /** The operation's path in the contract, such as `['members', 'list']`. */
  readonly path: readonly string[];
  readonly operation: AnyOperation;
  readonly comment: string;
  readonly input: TypeComments;
  readonly output: TypeComments;
}

/** Returns the operations of a contract in the order of their sources. Operations at the top level come before the operations of modules. */
export const commentedOperations = (file: string, contract: Contract, folder = root): CommentedOperation[] => {
  const api = new API({ cwd: folder });
  try {
    const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
    const source = project?.program.getSourceFile(file);
    const module = source && project?.checker.getSymbolAtLocation(source);
    if (!project || !module) throw new Error(`${file} is not part of a project`);
    return operationsOf(project.checker, module, contract, []);
  } finally {
    api.close();
  }
};

const operationsOf = (checker: Checker, module: SourceSymbol, contract: Contract, path: readonly string[]): CommentedOperation[] => {
  const own: { readonly place: Place; readonly operation: CommentedOperation }[] = [];
  const nested: CommentedOperation[] = [];
  for (const exported of checker.getExportsOfModule(module)) {
    const member = contract[exported.name];
    if (!member) continue;
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const inner = [...path, exported.name];
    if ('method' in member)
      own.push({ place: placeOf(exported, symbol), operation: commented(checker, symbol, member as AnyOperation, inner) });
    else nested.push(...operationsOf(checker, symbol, member, inner));
  }
  return [...own.toSorted((one, other) => byPlace(one.place, other.place)).map(({ operation }) => operation), ...nested];
};

type Place = readonly [file: string, position: number];

/** Returns the position of an operation's declaration. If another package declares it, returns the position of the export. */
const placeOf = (exported: SourceSymbol, declared: SourceSymbol): Place => {
  const [here, there] = [exported.declarations[0], declared.declarations[0]];
  const found = here && there && packageOf(here.path) !== packageOf(there.path) ? here : there;
  return [found?.path ?? '', found?.index ?? 0];
};

const packageOf = (path: string): string | undefined => /\/packages\/([^/]+)\//.exec(path)?.[1];

const byPlace = ([file, position]: Place, [otherFile, otherPosition]: Place): number =>
  file === otherFile ? position - otherPosition : file < otherFile ? -1 : 1;

const commented = (checker: Checker, symbol: SourceSymbol, operation: AnyOperation, path: readonly string[]): CommentedOperation => {
  const type = checker.getTypeOfSymbol(symbol);
  const [input, output] = type?.isTypeReference() ? checker.getTypeArguments(type) : [];
  return {
    path,
    operation,
    comment: oneLine(checker.getDocumentationCommentOfSymbol(symbol)),
    input: commentsOf(checker, input, operation.input),
    output: commentsOf(checker, output, operation.output),
  };
};

const commentsOf = (checker: Checker, declared: Type | undefined, schema: SchemaData): TypeComments => {
  const type = declared && checker.getNonNullableType(declared);
  if (!type) return { fields: {} };
  if (schema.anyOf) return commentsOfKinds(checker, type, schema.anyOf);
  if (schema.type === 'array' && type.isTypeReference())
    return commentsOf(checker, checker.getTypeArguments(type)[0], schema.items ?? { type: 'any' });
  const fields: Record<string, FieldComments> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const found = memberOf(checker, type, name);
    if (found)
      fields[name] = {
        comment: oneLine(checker.getDocumentationCommentOfSymbol(found)),
        ...commentsOf(checker, checker.getTypeOfSymbol(found), field),
      };
  }
  const symbol = type.getAliasSymbol() ?? type.getSymbol();
  if (!symbol || symbol.name.startsWith('__')) return { fields };
  if (!type.isObjectType()) return { alias: symbol.name, fields };
  return { name: symbol.name, about: oneLine(checker.getDocumentationCommentOfSymbol(symbol)), fields };
};

/** Returns the comments of a value that may be a list or an object: those of the list's items, merged with those of the object. */
const commentsOfKinds = (checker: Checker, type: Type, kinds: readonly SchemaData[]): TypeComments => {
  const types = type.isUnionType() ? type.getTypes() : [type];
  const found = kinds.map((kind) => {
    const fitting = types.filter((each) => each.isObjectType() && each.isTypeReference() === (kind.type === 'array'));
    return commentsOf(checker, fitting[0], kind);
  });
  return { fields: Object.assign({}, ...found.map(({ fields }) => fields)) as TypeComments['fields'] };
};

/** Returns a property of a type, or of the first member of a union with this property. */
const memberOf = (checker: Checker, type: Type, name: string): SourceSymbol | undefined =>
  checker.getPropertyOfType(type, name) ??
  (type.isUnionType()
    ? type
        .getTypes()
        .map((part) => checker.getPropertyOfType(part, name))
        .find(Boolean)
    : undefined);

const oneLine = (comment: string): string => comment.replaceAll(/\s+/g, ' ').trim();
