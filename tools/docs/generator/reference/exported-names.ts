/** The public names of the packages, with their declarations from the sources. */
import { basename, join, relative } from 'node:path';
import { API, SymbolFlags, type Checker, type Project, type Symbol as SourceSymbol } from 'typescript/unstable/sync';
import { publishedPackages, root, type WorkspacePackage } from '@platform-sdk/build/workspace';

/** A name that users import. */
export interface ExportedName {
  readonly name: string;
  /** The package's folder. */
  readonly folder: string;
  /** The entry that exports it, such as `@platform-sdk/core/node`. */
  readonly entry: string;
  readonly comment: string;
  /** The declaration, without its comment and without bodies of functions. */
  readonly declaration: string;
  /** The folder of the package that declares it, which differs for re-exported names. */
  readonly declaredIn: string;
  readonly isType: boolean;
}

/** Returns the names of every entry of every package. A name that two entries of a package export is listed once. */
export const exportedNames = async (): Promise<ExportedName[]> => {
  const packages = await publishedPackages();
  const api = new API({ cwd: root });
  try {
    const entries = packages.flatMap(entriesOf);
    const snapshot = api.updateSnapshot({ openFiles: entries.map(({ file }) => file) });
    const seen = new Set<string>();
    return entries.flatMap(({ file, folder, entry }) => {
      const project = snapshot.getDefaultProjectForFile(file);
      if (!project) throw new Error(`${file} is not part of a project`);
      return namesOf(project, file).flatMap((found) => {
        const key = `${folder} ${found.name}`;
        return seen.has(key) ? [] : [(seen.add(key), { ...found, folder, entry })];
      });
    });
  } finally {
    api.close();
  }
};

interface Entry {
  readonly folder: string;
  readonly entry: string;
  readonly file: string;
}

/** Returns the entries of a package, the main entry first. Contracts are skipped, because operations have separate pages. */
const entriesOf = ({ name, directory, exports }: WorkspacePackage): Entry[] =>
  Object.entries(exports).flatMap(([path, conditions]) => {
    const source = conditions['@platform-sdk/source'];
    const isOperations = path === './contract' && name !== '@platform-sdk/core';
    if (source === undefined || isOperations) return [];
    return [{ folder: basename(directory), entry: name + path.slice(1), file: join(directory, source) }];
  });

const namesOf = (project: Project, file: string): Omit<ExportedName, 'folder' | 'entry'>[] => {
  const { program, checker } = project;
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) return [];
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const [declared] = symbol.declarations;
    if (!declared) throw new Error(`${file} exports ${exported.name}, which has no declaration`);
    return {
      name: exported.name,
      comment: checker.getDocumentationCommentOfSymbol(symbol).trim(),
      declaration: declarationOf(checker, project, symbol),
      declaredIn: /^packages\/([^/]+)\//.exec(relative(root, declared.path).replaceAll('\\', '/'))?.[1] ?? '',
      isType: (symbol.flags & SymbolFlags.Value) === 0,
    };
  });
};

/** Returns the declaration of a name: the source of a type or a class, or the type of another value. */
const declarationOf = (checker: Checker, project: Project, symbol: SourceSymbol): string => {
  const [declared] = symbol.declarations;
  const node = declared?.resolve(project);
  if (!node) return '';
  const text = node.getText();
  if (symbol.flags & SymbolFlags.Class)
    return text.replaceAll(/\n {2}(?:constructor|get |static )[\s\S]*$/g, '\n}').replace(/^export /, '');
  if ((symbol.flags & SymbolFlags.Value) === 0) return text.replace(/^export /, '');
  const type = checker.getTypeOfSymbol(symbol);
  return type ? `const ${symbol.name}: ${checker.typeToString(type, node, NO_TRUNCATION)}` : '';
};

/** The value of `TypeFormatFlags.NoTruncation`. */
const NO_TRUNCATION = 1;
