import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isInstalled as hasRedis } from './packages/redis/test/redis-server.ts';
import { browserProjects } from './test/browser/projects.ts';
import { wireTests } from './test/faults/wire-tests.ts';

const source = '@platform-sdk/source';

/** Langfuse's client loads OpenTelemetry too. */
const opentelemetryTests = ['packages/opentelemetry/test/**/*.test.ts', 'test/langfuse.test.ts'];

// Set by .ci/run, which counts the tests.
const results = process.env['TEST_RESULTS'];

const projects = await browserProjects(source);

/** A project that runs these tests over a sender that Node would not choose. */
const overSender = (sender: string): TestProjectInlineConfiguration => ({
  resolve: { conditions: [source, 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
  test: {
    name: `over ${sender}`,
    environment: 'node',
    alias: { '#sender': resolve(`packages/core/src/http/senders/${sender}.ts`) },
    env: { SENDER: sender },
    testTimeout: 30_000,
    include: wireTests,
  },
});

export default defineConfig({
  test: {
    // Many tests wait for servers and processes: one worker would leave a core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: [
      {
        // Naming conditions replaces vite's own, so these are listed too.
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          name: 'unit',
          environment: 'node',
          // Some tests start processes, on machines that are busy.
          testTimeout: 30_000,
          globalSetup: ['test/browser/installed.ts', 'packages/redis/test/redis-server.ts'],
          // A worker loads each module once for all of its files: a file of its own for each would take five times as much CPU.
          isolate: false,
          setupFiles: ['packages/core/test/load-senders.ts', 'test/restore-globals.ts'],
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.browser.test.ts',
            'test/browser/**',
            'test/foreign-pages/**',
            'test/inspector/**',
            'test/tabs/**',
            ...opentelemetryTests,
            ...(hasRedis ? [] : ['packages/redis/test/**']),
          ],
        },
      },
      {
        // Without `module`: the modules of OpenTelemetry for bundlers import each other in a way that Node cannot follow.
        resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] },
        ssr: { resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] } },
        test: { name: 'opentelemetry', environment: 'node', testTimeout: 30_000, include: opentelemetryTests },
      },
      overSender('ky'),
      overSender('fetch'),
      ...projects,
    ],
  },
});
