import { createLocalPlatform } from '@platform-sdk/local-platform';
import { runScenario, type Report } from './scenario.ts';

/** Runs the scenario against a local platform in the same page or process. `isSeen` is true if upload progress is reported. */
export const runBesidePlatform = (isSeen: boolean): Promise<Report> => {
  const local = createLocalPlatform();
  const { email: username, password } = local.account;
  return runScenario({
    baseUrls: local.baseUrls(),
    apiKey: local.apiKey,
    gatewayKey: local.gatewayKey,
    username,
    password,
    sampleSite: local.sampleSite,
    isSeen,
    fetch: (...request) => local.fetch(...request),
  });
};
