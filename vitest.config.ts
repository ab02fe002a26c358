import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { browserProjects } from './test/browser/projects.ts';

const source = '@platform-sdk/source';

// Set by .ci/run, which counts the tests.
const results = process.env['TEST_RESULTS'];

const projects = await browserProjects(source);

/** The tests of what goes over the wire, which run over every sender. */
const WIRE =
  'test/faults/{abort,back-pressure,body,connection,encodings,framing,one-request,redirect,request-bodies,retry,stall,storage-redirect,streams,unreadable-errors,upload,upload-files}.test.ts';

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
    include: [WIRE],
  },
});

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
          setupFiles: 'packages/core/test/load-senders.ts',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', 'test/browser/**', 'test/tabs/**'],
        },
      },
      overSender('ky'),
      overSender('fetch'),
      ...projects,
    ],
  },
});
