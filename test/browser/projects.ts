import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { BrowserConfigOptions, BrowserProviderOption } from 'vitest/node';
import { commands } from './commands.ts';
import { installedBrowsers } from './installed.ts';
import { isWebKitInstalled } from './webkit/web-driver.ts';

/** One project for each browser that is installed, one for several tabs, and one for the console. */
export const browserProjects = async (source: string): Promise<TestProjectInlineConfiguration[]> =>
  installedBrowsers.length === 0 ? [] : [...(await projectsInBrowsers(source)), tabsProject(source), consoleProject(source)];

/** Tests that open tabs from outside. */
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

/** The console of the examples, driven from outside. */
const consoleProject = (source: string): TestProjectInlineConfiguration => ({
  // Without `module`, as for all tests that load OpenTelemetry.
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
  // Only an installed browser loads its driver.
  const { playwright } = await import('@vitest/browser-playwright');
  const inBrowser = (
    browser: 'chromium' | 'firefox' | 'webkit',
    provider: BrowserProviderOption,
    own: BrowserConfigOptions['commands'],
  ): TestProjectInlineConfiguration => ({
    resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
    // The environment of the global setup.
    environments: { __vitest__: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } } },
    test: {
      name: `browser-${browser}`,
      include: ['packages/*/test/**/*.browser.test.ts', 'test/browser/**/*.test.ts'],
      globalSetup: 'test/browser/local-platform.ts',
      // The files share one origin, and so one localStorage.
      fileParallelism: false,
      testTimeout: 30_000,
      // Flaky tests must be repaired, so nothing is retried.
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
  // Its tests drive the browsers from outside.
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
