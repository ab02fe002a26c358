import { createLocalPlatform } from '@platform-sdk/local-platform';
import { runScenario, type Report } from './scenario.ts';

/** Runs the scenario against a local platform in the same page or process. */
export const runBesidePlatform = (): Promise<Report> => {
  const local = createLocalPlatform();
  const { email: username, password } = local.account;
  return runScenario({
    baseUrls: local.baseUrls(),
    apiKey: local.apiKey,
    gatewayKey: local.gatewayKey,
    username,
    password,
    sampleSite: local.sampleSite,
    // `fetch` shows no progress in a page.
    isSeen: false,
    fetch: (...request) => local.fetch(...request),
  });
};
