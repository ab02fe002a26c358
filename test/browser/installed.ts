/** The browsers that tests use, and the paths where they may be installed. WebKit needs a separate driver. */
import { existsSync } from 'node:fs';
import { isWebKitInstalled, webKitPrograms } from './webkit/web-driver.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

/** Options that disable the sandbox, the GPU and background activity such as update checks. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const browsers = [
  { browser: 'chromium', launchOptions: { executablePath: CHROMIUM, args: QUIET } },
  { browser: 'firefox', launchOptions: { executablePath: FIREFOX, channel: 'moz-firefox' } },
] as const;

export const installedBrowsers = browsers.filter(({ launchOptions }) => existsSync(launchOptions.executablePath));

/** Runs before the tests, and prints the browsers whose tests are skipped. */
export const setup = (): void => {
  const missing = browsers.filter((each) => !installedBrowsers.includes(each));
  if (missing.length === 0 && isWebKitInstalled) return;
  const named = missing.map(({ browser, launchOptions }) => `${browser} (no ${launchOptions.executablePath})`);
  if (!isWebKitInstalled) named.push(`webkit (needs ${webKitPrograms.join(', ')})`);
  console.log(`Tests left out, because the browser is not installed: ${named.join(', ')}.`);
};
