import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { BrowserConfigOptions, BrowserProviderOption } from 'vitest/node';
import { commands } from './commands.ts';
import { installedBrowsers } from './installed.ts';
import { isWebKitInstalled } from './webkit/web-driver.ts';

/** Returns a vitest project for each installed browser, and projects for tabs, the console and pages of other origins. */
export const browserProjects = async (source: string): Promise<TestProjectInlineConfiguration[]> =>
  installedBrowsers.length === 0 ? [] : [...(await projectsInBrowsers(source)), tabsProject(source), consoleProject(source)];

/** Tests that control several tabs from outside the browser. */
const tabsProject = (source: string): TestProjectInlineConfiguration => ({
  resolve: { conditions: [source, 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
  test: {
    name: 'browser-tabs',
    environment: 'node',
    globalSetup: 'test/browser/installed.ts',
    include: ['test/tabs/**/*.test.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});

/** Tests of the example console, which control the browser from outside. */
const consoleProject = (source: string): TestProjectInlineConfiguration => ({
  // Omits the condition `module`, as all tests that load OpenTelemetry do.
  resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] },
  ssr: { resolve: { conditions: [source, 'node', 'development|production'], mainFields: [] } },
  test: {
    name: 'browser-console',
    environment: 'node',
    include: ['examples/console/test/**/*.test.ts'],
    globalSetup: 'examples/console/test/build.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});

const projectsInBrowsers = async (source: string): Promise<TestProjectInlineConfiguration[]> => {
  // Imports the driver here, because it is needed only if a browser is installed.
  const { playwright } = await import('@vitest/browser-playwright');
  const inBrowser = (
    browser: 'chromium' | 'firefox' | 'webkit',
    provider: BrowserProviderOption,
    own: BrowserConfigOptions['commands'],
  ): TestProjectInlineConfiguration => ({
    resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
    // The environment in which the global setup runs.
    environments: { __vitest__: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } } },
    test: {
      name: `browser-${browser}`,
      include: ['packages/*/test/**/*.browser.test.ts', 'test/browser/**/*.test.ts'],
      globalSetup: 'test/browser/local-platform.ts',
      // The files share an origin, and therefore its localStorage.
      fileParallelism: false,
      testTimeout: 30_000,
      // A flaky test must be repaired, so tests are not retried.
      retry: 0,
      expect: { poll: { timeout: 15_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider,
        instances: [{ browser, name: `browser-${browser}` }],
        ...(own && { commands: own }),
      },
    },
  });
  const inBrowsers = installedBrowsers.map(({ browser, launchOptions }) => inBrowser(browser, playwright({ launchOptions }), commands));
  if (isWebKitInstalled) {
    const { webKit, commands: own } = await import('./webkit/provider.ts');
    inBrowsers.push(inBrowser('webkit', webKit(), own));
  }
  // These tests control the browsers from outside.
  const foreignPages: TestProjectInlineConfiguration = {
    resolve: { conditions: [source, 'module', 'node', 'development|production'] },
    ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
    test: {
      name: 'browser-foreign-pages',
      environment: 'node',
      include: ['test/foreign-pages/**/*.test.ts', 'test/inspector/**/*.test.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
  return [...inBrowsers, foreignPages];
};
