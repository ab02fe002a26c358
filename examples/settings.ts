import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSettingsStore, createSettingsClient } from '@platform-sdk/settings';
import { fileSettingsStorage } from '@platform-sdk/settings/node';
import { signIn } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';

export const title = 'Settings that go offline and come back';

/** The client name of the example. Its settings are separate from those of other clients. */
const CLIENT = 'sdk-example';
const STEP = 'sdk_example';

/** Reads the settings of the example. */
export const read = async (environment: Environment): Promise<void> => {
  const { platform } = await signIn(environment);
  const { theme, language } = await createSettingsClient(platform).get({ client: CLIENT });
  say(`theme ${theme}, language ${language}`);
};

export const run = async (environment: Environment): Promise<void> => {
  let isOnline = true;
  const connection: typeof fetch = (...request) => (isOnline ? fetch(...request) : Promise.reject(new TypeError('The connection is down')));
  const { platform } = await signIn(environment, { fetch: connection });

  const directory = await mkdtemp(join(tmpdir(), 'settings-'));
  const store = fileSettingsStorage(directory);
  const service = createSettingsClient(platform);
  const before = await service.get({ client: CLIENT });
  environment.cleanUp('the settings', async () => {
    isOnline = true;
    await service.update({ client: CLIENT, theme: before.theme === 'dark' ? 'dark' : 'light', language: before.language });
    await service.completeOnboardingStep({ client: CLIENT, stepId: STEP, value: false });
  });
  try {
    const settings = createSettingsStore(platform, { client: CLIENT, store });
    settings.onError(({ kind }) => say(`could not be sent: ${kind}`));
    const { theme, language } = await settings.load();
    say(`loaded: theme ${theme}, language ${language}`);

    settings.set({ theme: 'dark' });
    say(`set: theme ${settings.get().theme}, at once; pending: ${JSON.stringify(settings.pending().fields)}`);
    await settings.flush();
    say(`the service has theme ${(await service.get({ client: CLIENT })).theme}`);

    isOnline = false;
    settings.set({ language: 'de' });
    settings.completeOnboardingStep({ stepId: STEP });
    say(`offline: all arrived: ${await settings.flush()}; language is ${settings.get().language} all the same`);
    settings.dispose();

    isOnline = true;
    const later = createSettingsStore(platform, { client: CLIENT, store });
    say(`started again: language ${later.get().language}; pending: ${JSON.stringify(later.pending().fields)}`);
    await later[Symbol.asyncDispose]();
    say(`back online: the service has language ${(await service.get({ client: CLIENT })).language}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
