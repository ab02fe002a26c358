/** Chooses the tests that `pnpm check` runs after a change. `pnpm test` runs all tests. */

/** Matches the folders of core whose defects only appear on real sockets. */
const ON_SOCKETS = /^packages\/core\/src\/(?:http|client|session|streams|time)\//;

/** Matches the rules of a service in the local platform. The group is the name of the service. */
const RULES = /^packages\/local-platform\/src\/services\/([^/]+)\//;

/** Returns the paths of tests that check a changed file. */
const testsOfFile = (file: string): readonly string[] => {
  const [area, name = ''] = file.split('/');
  if (file.endsWith('.md')) return ['test/docs/', 'test/repository/'];
  const [, service] = RULES.exec(file) ?? [];
  if (service !== undefined) return [`packages/local-platform/test/${service}`, `packages/${service}/test/`];
  if (file.startsWith('packages/core/'))
    return ['packages/core/test/', 'test/specification/', 'test/types/', ...(ON_SOCKETS.test(file) ? ['test/faults/'] : [])];
  if (file.startsWith('packages/local-platform/')) return ['packages/local-platform/test/', 'test/specification/', 'test/types/'];
  if (area === 'packages') return [`packages/${name}/test/`, `packages/local-platform/test/${name}`, 'test/specification/', 'test/types/'];
  if (file.startsWith('test/helpers/')) return ['test/specification/', 'test/types/', 'test/calls/'];
  if (area === 'test') return [file.endsWith('.test.ts') ? file : `test/${name}/`];
  if (area === 'docs' || area === 'examples') return ['test/docs/', 'test/types/'];
  if (area === 'tools') return ['test/repository/', 'test/docs/', 'test/build/', 'test/types/'];
  return ['test/repository/'];
};

/** Returns paths for vitest: parts of the names of quick test files. */
export const testsOf = (changed: readonly string[]): readonly string[] => [...new Set(changed.flatMap((file) => testsOfFile(file)))];
