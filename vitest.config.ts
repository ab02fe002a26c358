import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { isInstalled as hasRedis } from './packages/redis/test/redis-server.ts';
import { browserProjects } from './test/browser/projects.ts';
import { firstWireTests, wireTests } from './test/faults/wire-tests.ts';

const source = '@platform-sdk/source';

/** Langfuse's client loads OpenTelemetry too, and so does the test of all functions that have options. */
const opentelemetryTests = [
  'packages/opentelemetry/test/**/*.test.ts',
  'test/foreign-clients/langfuse.test.ts',
  'test/calls/options.slow.test.ts',
];

/** Tests that replace a module of Node: the other files of their worker would get the replacement. */
const mockingTests = ['packages/local-platform/test/converter-hosts.test.ts'];

/** Tests on real sockets and processes, which wait in real time. */
const faultTests = ['test/faults/**/*.test.ts'];
const redisTests = ['packages/redis/test/**/*.test.ts', 'packages/cli/test/mcp/redis-*.test.ts'];

/** Tests of files: their permissions, their locks, and names that Windows does not allow. */
const posixTests = [
  'packages/*/test/save-to.test.ts',
  'packages/converter/test/receive-limits.test.ts',
  'packages/core/test/{custom-stores,file-lock.slow,file-token-store.slow,token-stores}.test.ts',
  'packages/gateway/test/file-limiter-store.slow.test.ts',
  'packages/settings/test/file-settings-store.test.ts',
];

/** Bundles the programs that tests start as processes, because a bundle starts in a fraction of the CPU time. */
const bundles = 'test/helpers/bundle-programs.ts';

/** Tests of a built application of Next. It loads the built packages. */
const nextTests = ['test/next/**/*.test.ts'];

/** Tests that start processes, servers or compilers, or wait. */
const slowTests = '**/*.slow.test.ts';
const quickTests = '**/!(*.slow).test.ts';

/** `vitest run` runs the quick tests; `--mode slow` the slow tests; `--mode all` both, and the browsers. */
type Mode = 'test' | 'slow' | 'all';

const leftOut: Readonly<Record<Mode, string[]>> = { test: [slowTests], slow: [quickTests], all: [] };

const browserTests = ['**/*.browser.test.ts', 'test/browser/**', 'test/foreign-pages/**', 'test/inspector/**', 'test/tabs/**'];

// Node's cache of compiled code sometimes makes V8 end a process by SIGTRAP.
process.env['NODE_DISABLE_COMPILE_CACHE'] = '1';

// Set by tools/checks/steps.ts, which counts the tests.
const results = process.env['TEST_RESULTS'];

/** Creates a project whose tests run in Node. */
const inNode = (name: string, include: readonly string[], { exclude = [], ...more }: TestProjectInlineConfiguration['test'] = {}) => ({
  // These lists replace Vite's own conditions, so they repeat them.
  resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
  test: {
    name,
    environment: 'node',
    // Node loads the modules itself. Vite's wrappers around imports would double the CPU time.
    experimental: { viteModuleRunner: false },
    // Some tests start processes, which takes long on a busy machine.
    testTimeout: 30_000,
    // A worker loads each module once for all of its files. With modules of its own, each file would take five times as much CPU.
    isolate: false,
    setupFiles: ['packages/core/test/load-senders.ts', 'packages/test-helpers/src/restore-globals.ts'],
    include: [...include],
    exclude: ['**/node_modules/**', ...browserTests, ...exclude],
    ...more,
  },
});

/** Creates a project whose tests use a sender that Node would not choose. */
const overSender = (
  sender: string,
  include: readonly string[],
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  resolve: { conditions: [source, 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
  test: {
    name: `over ${sender}`,
    environment: 'node',
    alias: { '#sender': resolve(`packages/core/src/http/senders/${sender}.ts`) },
    testTimeout: 30_000,
    isolate: false,
    setupFiles: 'packages/test-helpers/src/restore-globals.ts',
    include: [...include],
    ...more,
    env: { SENDER: sender, ...more.env },
  },
});

const all = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

const nodeProjects = (mode: Mode): TestProjectInlineConfiguration[] => [
  inNode('unit', all, {
    globalSetup: ['packages/redis/test/redis-server.ts', bundles],
    exclude: [
      ...leftOut[mode],
      ...nextTests,
      ...opentelemetryTests,
      ...mockingTests,
      ...faultTests,
      ...redisTests,
      ...(process.platform === 'win32' ? posixTests : []),
    ],
  }),
  inNode('unit-mocking', mockingTests, { exclude: leftOut[mode], isolate: true, experimental: { viteModuleRunner: true } }),
  inNode('faults', faultTests, { exclude: leftOut[mode], globalSetup: bundles }),
  ...(hasRedis ? [inNode('redis', redisTests, { exclude: leftOut[mode], globalSetup: bundles })] : []),
  {
    // Without `module`: the modules of OpenTelemetry for bundlers import each other in a way that Node cannot follow.
    resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] },
    ssr: { resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] } },
    test: { name: 'opentelemetry', environment: 'node', testTimeout: 30_000, include: opentelemetryTests, exclude: leftOut[mode] },
  },
  ...['ky', 'fetch'].map((sender) => overSender(sender, wireTestsOf[mode])),
];

const wireTestsOf: Readonly<Record<Mode, readonly string[]>> = {
  test: firstWireTests,
  slow: wireTests.filter((file) => !firstWireTests.includes(file)),
  all: wireTests,
};

const inBrowsers = async (mode: Mode): Promise<TestProjectInlineConfiguration[]> =>
  (await browserProjects(source)).map((project) => ({ ...project, test: { ...project.test, exclude: leftOut[mode] } }));

const projectsOf = async (mode: string): Promise<TestProjectInlineConfiguration[]> => {
  if (mode === 'long') return longProjects();
  if (mode === 'next') return [inNode('next', nextTests)];
  if (mode === 'browser') return inBrowsers('test');
  if (mode === 'slow-browser') return inBrowsers('slow');
  // knip reads this file in the last two modes.
  if (['all', 'development', 'production'].includes(mode)) return [...nodeProjects('all'), ...(await inBrowsers('all'))];
  if (mode === 'slow' || mode === 'test') return nodeProjects(mode);
  throw new Error(`The mode ${mode} is unknown: test, slow, all, browser, slow-browser, long or next.`);
};

/** Returns the projects of the tests that check more cases with `--mode long`. */
const longProjects = (): TestProjectInlineConfiguration[] => {
  const files = globSync(all, { exclude: ['**/node_modules/**', ...browserTests, ...(hasRedis ? [] : redisTests)] }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const long = files.filter((file) => readFileSync(file, 'utf8').includes('longCount('));
  const settings = { env: { LONG_TESTS: 'true' }, testTimeout: 1_200_000, globalSetup: bundles };
  const wire = long.filter((file) => wireTests.includes(file));
  return [inNode('long', long, settings), overSender('ky', wire, settings), overSender('fetch', wire, settings)];
};

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => ({
  test: {
    // Slow tests often wait for servers, processes and clocks, so more workers than cores are useful.
    maxWorkers: mode === 'test' ? availableParallelism() : Math.max(4, availableParallelism()),
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: await projectsOf(mode),
  },
}));
