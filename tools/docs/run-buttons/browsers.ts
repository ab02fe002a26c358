import { chromium, firefox, type Browser, type LaunchOptions } from 'playwright';

export const openBrowser = ({
  browser,
  launchOptions,
}: {
  readonly browser: 'chromium' | 'firefox';
  readonly launchOptions: { readonly executablePath: string; readonly args?: readonly string[]; readonly channel?: string };
}): Promise<Browser> => {
  const { args = [], ...options } = launchOptions;
  const launch: LaunchOptions = { ...options, args: [...args] };
  return browser === 'chromium' ? chromium.launch(launch) : firefox.launch(launch);
};
