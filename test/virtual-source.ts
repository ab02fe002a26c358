import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Checker, type Symbol as SourceSymbol } from 'typescript/unstable/sync';
import { root } from '../scripts/workspace.ts';

/** A source file that exists only for the compiler, among the tests of the workspace. */
export interface VirtualSource {
  readonly checker: Checker;
  /** The module's own symbol, with its exports. */
  readonly module: SourceSymbol;
  /** The lines that do not compile, from 0. */
  readonly errors: () => ReadonlySet<number>;
}

const folder = join(root, 'test');
const name = 'virtual-source-of-a-test.ts';

/** Compiles a text as a module of the tests, and calls `work` with it. */
export const withVirtualSource = <Result>(text: string, work: (source: VirtualSource) => Result): Result => {
  const file = join(folder, name);
  const entries = readdirSync(folder, { withFileTypes: true });
  const namesOf = (areFolders: boolean): string[] => entries.filter((each) => each.isDirectory() === areFolders).map((each) => each.name);
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === file ? text : undefined),
      fileExists: (path) => (path === file ? true : undefined),
      getAccessibleEntries: (path) => (path === folder ? { files: [...namesOf(false), name], directories: namesOf(true) } : undefined),
    },
  });
  try {
    const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
    const source = project?.program.getSourceFile(file);
    const module = source && project?.checker.getSymbolAtLocation(source);
    if (!project || !module) throw new Error('The compiler does not find the module');
    const lineAt = (position: number): number => text.slice(0, position).split('\n').length - 1;
    const errors = (): ReadonlySet<number> => {
      const found = [...project.program.getSyntacticDiagnostics(file), ...project.program.getSemanticDiagnostics(file)];
      return new Set(found.map(({ pos }) => lineAt(pos)));
    };
    return work({ checker: project.checker, module, errors });
  } finally {
    api.close();
  }
};
