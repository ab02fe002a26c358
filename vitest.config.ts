import { defineConfig } from 'vitest/config';

const source = '@platform-sdk/source';

// Set by .ci/run, which counts the tests.
const results = process.env['TEST_RESULTS'];

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
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
        },
      },
    ],
  },
});
