import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createSettingsStore, createSettingsClient } from '@platform-sdk/settings';
import { fileSettingsStorage } from '@platform-sdk/settings/node';
import { say, type Environment } from './environment.ts';

export const title = 'Settings that go offline and come back';

export const run = async ({ options, email, codeFor }: Environment): Promise<void> => {
  let isOnline = true;
  const connection: typeof fetch = (...request) => (isOnline ? fetch(...request) : Promise.reject(new TypeError('The connection is down')));
  const platform = createPlatform({ ...options, fetch: connection });
  const auth = createAuthClient(platform);
  const username = email('ada');
  const result = await auth.register({ username, password: 'correct horse battery staple' });
  if (result.status === 'activation-required') await auth.activateByEmail({ userId: result.userId, code: await codeFor(username) });

  const directory = await mkdtemp(join(tmpdir(), 'settings-'));
  const store = fileSettingsStorage(directory);
  const service = createSettingsClient(platform);
  try {
    const settings = createSettingsStore(platform, { client: 'example', store });
    settings.onError(({ kind }) => say(`could not be sent: ${kind}`));
    const { theme, language } = await settings.load();
    say(`loaded: theme ${theme}, language ${language}`);

    settings.set({ theme: 'dark' });
    say(`set: theme ${settings.get().theme}, at once; pending: ${JSON.stringify(settings.pending().fields)}`);
    await settings.flush();
    say(`the service has theme ${(await service.get()).theme}`);

    isOnline = false;
    settings.set({ language: 'de' });
    settings.completeOnboardingStep({ stepId: 'agent_pass_discovered' });
    say(`offline: all arrived: ${await settings.flush()}; language is ${settings.get().language} all the same`);
    settings.dispose();

    isOnline = true;
    const later = createSettingsStore(platform, { client: 'example', store });
    say(`started again: language ${later.get().language}; pending: ${JSON.stringify(later.pending().fields)}`);
    await later[Symbol.asyncDispose]();
    say(`back online: the service has language ${(await service.get()).language}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
