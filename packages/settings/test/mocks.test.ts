import { createPlatform } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { createSettingsClient } from '@platform-sdk/settings';
import * as contract from '@platform-sdk/settings/contract';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { answered, tokens } from './bench.ts';

const baseUrl = 'https://api.test/v1';
const server = mockServer();

const bench = async () => {
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { organizations: baseUrl }, validation: 'throw' });
  await platform.session.set(tokens('a'));
  return createSettingsClient(platform);
};

it('a mock of get receives the client and the includes, and its settings pass the validation', async () => {
  server.use(
    mock(contract.get, baseUrl, ({ client, includes = [] }) => ({
      ...answered,
      theme: 'dark',
      ...(client === 'desktop' && { language: 'de' }),
      ...(includes.includes('dashboard') && { dashboard: { widgets: 3 } }),
    })),
  );
  const settings = await bench();
  await expect(settings.get()).resolves.toEqual({ ...answered, theme: 'dark' });
  await expect(settings.get({ client: 'desktop', includes: ['dashboard'] })).resolves.toEqual({
    ...answered,
    theme: 'dark',
    language: 'de',
    dashboard: { widgets: 3 },
  });
});

it('mocks of update, pin and completeOnboardingStep receive the inputs as they are sent', async () => {
  const received: unknown[] = [];
  const hear = (input: unknown): void => void received.push(input);
  const settings = await bench();
  server.use(mock(contract.update, baseUrl, hear));
  await settings.update({ client: 'desktop', theme: 'dark', current_project_id: '7' });
  server.use(mock(contract.pin, baseUrl, hear));
  await settings.pin({ organization_id: 5, pinned_project_ids: ['2', 1] });
  server.use(mock(contract.completeOnboardingStep, baseUrl, hear));
  await settings.completeOnboardingStep({ stepId: 'is_hidden' });
  expect(received).toEqual([
    { client: 'desktop', theme: 'dark', current_project_id: 7 },
    { setting_key: 'sidebar', organization_id: 5, pinned_project_ids: [2, 1] },
    { stepId: 'is_hidden', value: true },
  ]);
});
