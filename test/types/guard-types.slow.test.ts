import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedPackages, root } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

const isGuard = (name: string): boolean => /^is[A-Z]\w*Error$|^has[A-Z]\w*Code$/.test(name) && name !== 'isPlatformError';

const packages = await publishedPackages();
const entries = packages.flatMap(({ directory, exports }) =>
  Object.values(exports).flatMap(({ '@platform-sdk/source': source }) => (source?.endsWith('.ts') ? [join(directory, source)] : [])),
);
const core = entries.indexOf(join(root, 'packages/core/src/index.ts'));

/** Returns every exported guard of the published packages, such as `entry3.isKeyLostError`. */
const guards = (): string[] => {
  const text = entries.map((path, index) => `export * as entry${index} from '${path}';`).join('\n');
  return withVirtualSource(text, ({ checker, module }) =>
    checker
      .getExportsOfModule(module)
      .flatMap((entry) =>
        checker.getExportsOfModule(checker.getAliasedSymbol(entry)).flatMap(({ name }) => (isGuard(name) ? [`${entry.name}.${name}`] : [])),
      ),
  );
};

it('the compiler still types an error as PlatformError after an exported guard returns false', () => {
  const all = guards();
  const names = all.map((each) => each.replace(/^.*\./, ''));
  expect(names).toEqual(expect.arrayContaining(['hasErrorCode', 'isKeyLostError', 'isProviderError', 'isJobError', 'isReconcilableError']));
  // After `isPlatformError` returns false, the type is `never`, so the compiler must reject this line.
  const checked = [...all, `entry${core}.isPlatformError`];
  const head = entries.map((path, index) => `import * as entry${index} from '${path}';`);
  const checks = checked.map((guard, index) => {
    const call = `${guard}(error${guard.includes('.has') ? ", 'CODE'" : ''})`;
    return `export const check${index} = (error: entry${core}.PlatformError) => ${call} ? error.name : error.status;`;
  });
  const failed = withVirtualSource([...head, ...checks].join('\n'), ({ errors }) =>
    // The compiler also rejects the lines of the imports, because these end in .ts.
    [...errors()].flatMap((line) => checked[line - head.length] ?? []),
  );
  expect(failed).toEqual([`entry${core}.isPlatformError`]);
});
