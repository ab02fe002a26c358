import { defineConfig } from 'vitest/config';
import { browserProjects } from './test/browser/projects.ts';

const source = '@platform-sdk/source';

// Set by .ci/run, which counts the tests.
const results = process.env['TEST_RESULTS'];

const projects = await browserProjects(source);

export default defineConfig({
  test: {
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
          globalSetup: 'test/browser/installed.ts',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', 'test/browser/**'],
        },
      },
      ...projects,
    ],
  },
});
