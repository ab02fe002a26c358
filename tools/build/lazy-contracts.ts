import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { Visitor } from 'oxc-parser';
import { functionDepth, parseSource } from './parse-source.ts';
import { slimContract } from './slim-clients.ts';
import { root } from './workspace.ts';

const IMPORT = /^import \* as contract from '(.+)';$/m;
const NAMESPACE = 'lazy-contract';
/** The modules of a contract. */
const CONTRACT = /[\\/]src[\\/][^\\/]*contract/;

/**
 * Puts the modules of a contract into one function, which runs when the first client is made. An import of twelve services then makes
 * no contract, and a bundler drops the contract of a service if only its guards are used.
 */
export const lazyContracts: Plugin = {
  name: 'lazy contracts',
  setup(build) {
    build.onLoad({ filter: /packages[\\/][\w-]+[\\/]src[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const source = CONTRACT.test(path) ? '' : await readFile(path, 'utf8');
      return IMPORT.test(source) ? { contents: withCalls(path, source), loader: 'ts' } : undefined;
    });
    build.onResolve({ filter: /^\.\/lazy:/ }, ({ path, resolveDir }) => ({
      // The built file names its parts by their paths.
      path: relative(root, resolve(resolveDir, path.slice('./lazy:'.length))).replaceAll('\\', '/'),
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => ({
      contents: asFunction(path, await contractIn(join(root, path))),
      loader: 'js',
      resolveDir: dirname(join(root, path)),
    }));
  },
};

/** Returns a client's source that calls for its contract. */
export function withCalls(path: string, source: string): string {
  const { program } = parseSource(path, source);
  const uses = new Set<number>();
  const others = new Set<number>();
  const { visits, isAtModuleScope } = functionDepth();
  new Visitor({
    ...visits,
    ImportNamespaceSpecifier: ({ local }) => void others.add(local.start),
    TSTypeQuery: ({ exprName }) => void others.add(exprName.start),
    TSQualifiedName: ({ left }) => void others.add(left.start),
    MemberExpression: ({ computed, property }) => void (computed || others.add(property.start)),
    Property: ({ computed, shorthand, key }) => void (computed || shorthand || others.add(key.start)),
    Identifier({ name, start }) {
      if (name !== 'contract' || others.has(start)) return;
      if (isAtModuleScope()) throw new Error(`${path} uses its contract before a client is made`);
      uses.add(start);
    },
  }).visit(program);
  const text = [...uses]
    .filter((start) => !others.has(start))
    .toSorted((one, other) => other - one)
    .reduce((changed, start) => `${changed.slice(0, start)}contract()${changed.slice(start + 'contract'.length)}`, source);
  return text.replace(IMPORT, (_, from: string) => `import { contract } from './lazy:${from}';`);
}

/** Returns the modules of a contract as one module; other modules stay imports. */
async function contractIn(path: string): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    sourcemap: 'inline',
    // The source map of the client names its sources from there.
    outfile: join(path.slice(0, path.search(/[\\/]src[\\/]/)), 'dist/index.js'),
    packages: 'external',
    plugins: [otherModules, slimContract],
  });
  return outputFiles[0]?.text ?? '';
}

/** Omits modules that a client shares with its contract. */
const otherModules: Plugin = {
  name: 'other modules',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      return CONTRACT.test(file) ? undefined : { path: file, external: true };
    });
  },
};

/** Returns a module whose function makes the contract once; every line keeps its number. */
export function asFunction(path: string, built: string): string {
  const { program } = parseSource(path.replace(/\.ts$/, '.js'), built);
  const imports: string[] = [];
  const members: string[] = [];
  let body = built;
  for (const statement of program.body.toReversed()) {
    const { start, end } = statement;
    if (statement.type === 'ImportDeclaration') imports.unshift(built.slice(start, end).replace(/\s+/g, ' '));
    else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration)
      for (const { local, exported } of statement.specifiers) members.push(memberOf(nameOf(exported), nameOf(local)));
    else {
      // A minifier inlines a constant that is used once.
      if (statement.type === 'VariableDeclaration' && statement.kind === 'var') body = `${body.slice(0, start)}let${body.slice(start + 3)}`;
      continue;
    }
    body = body.slice(0, start) + body.slice(start, end).replace(/[^\n]/g, ' ') + body.slice(end);
  }
  // The last line is the source map.
  const map = body.lastIndexOf('//# sourceMappingURL=');
  const head = `${imports.join(' ')} let made; export const contract = () => made ??= (() => { `;
  return `${head}${body.slice(0, map).trimEnd()}\nreturn { ${members.toSorted().join(', ')} }; })();\n${body.slice(map)}`;
}

const nameOf = (name: { readonly type: string } & ({ readonly name: string } | { readonly value: string })): string =>
  'name' in name ? name.name : name.value;

const memberOf = (name: string, local: string): string => (name === local ? name : `${name}: ${local}`);
