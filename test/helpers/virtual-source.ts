import { basename, join } from 'node:path';
import { API, type Checker, type Symbol as SourceSymbol } from 'typescript/unstable/sync';
import { root } from '@platform-sdk/build/workspace';

/** A source file in the tests' folder that exists only for the compiler, not on disk. */
export interface VirtualSource {
  readonly checker: Checker;
  /** The symbol of the module itself, with its exports. */
  readonly module: SourceSymbol;
  /** Returns the zero-based numbers of the lines that do not compile. */
  readonly errors: () => ReadonlySet<number>;
}

/** The folder of a separate project. In the workspace's project, the compiler would read every test and example too. */
const folder = join(root, 'test/virtual-source');
const file = join(folder, 'virtual-source.ts');
const config = join(folder, 'tsconfig.json');
const configText = JSON.stringify({ extends: '../../tsconfig.json', files: [file], include: [], references: [] });

/** Compiles a source text as a module in the tests' folder, and calls `work` with it. */
export const withVirtualSource = <Result>(text: string, work: (source: VirtualSource) => Result): Result => {
  const texts = new Map([
    [file, text],
    [config, configText],
  ]);
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => texts.get(path),
      fileExists: (path) => texts.has(path) || undefined,
      getAccessibleEntries: (path) =>
        path === folder ? { files: [...texts.keys()].map((each) => basename(each)), directories: [] } : undefined,
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
