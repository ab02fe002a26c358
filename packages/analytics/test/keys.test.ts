import { createAnalyticsClient, getProjectKeys } from '@platform-sdk/analytics';
import { afterEach, expect, it, vi } from 'vitest';
import { analyticsOver, baseUrl, basic, headersOf, json, projectKeys, recordingFetch } from './bench.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('createAnalyticsClient needs only a URL and a key pair, and its calls send only this pair', async () => {
  const wire = recordingFetch(json([]));
  await createAnalyticsClient({ baseUrl, projectKeys, fetch: wire.fetch }).metrics.daily();
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', authorization: basic });
});

it('createAnalyticsClient prefers its own key pair to the key pair of the platform', async () => {
  const wire = recordingFetch(json([]));
  const { platform, analytics } = await analyticsOver(wire);
  // base64 of `pk-lf-3:sk-lf-4`.
  const own = createAnalyticsClient(platform, { projectKeys: { publicKey: 'pk-lf-3', secretKey: 'sk-lf-4' } });
  await own.metrics.daily();
  await analytics.metrics.daily();
  expect(wire.sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Basic cGstbGYtMzpzay1sZi00', basic]);
});

it('createAnalyticsClient reports a missing key pair, and sends nothing', async () => {
  const wire = recordingFetch(json([]));
  const analytics = createAnalyticsClient({ baseUrl, fetch: wire.fetch });
  await expect(analytics.metrics.daily()).rejects.toMatchObject({ kind: 'invalid-input', field: 'projectKeys', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('createAnalyticsClient rejects secret keys in browsers by default', async () => {
  vi.stubGlobal('document', {});
  const wire = recordingFetch(json([]));
  const careful = createAnalyticsClient({ baseUrl, projectKeys, fetch: wire.fetch });
  await expect(careful.metrics.daily()).rejects.toMatchObject({ kind: 'invalid-input', field: 'allowSecretsInBrowser' });
  expect(wire.sent).toEqual([]);
  await createAnalyticsClient({ baseUrl, projectKeys, fetch: wire.fetch, allowSecretsInBrowser: true }).metrics.daily();
  expect(headersOf(wire.only())).toMatchObject({ authorization: basic });
});

it('getProjectKeys returns the key pair of a project that was read with secrets', () => {
  expect(getProjectKeys({ meta: { secrets: { ...projectKeys, other: 1 } } })).toEqual(projectKeys);
});

it.each([{}, { meta: {} }, { meta: { secrets: null } }, { meta: { secrets: { publicKey: 'pk-lf-1' } } }])(
  'getProjectKeys throws for a project without a key pair in `meta.secrets`: %j',
  (project) => {
    expect(() => getProjectKeys(project)).toThrow(expect.objectContaining({ kind: 'invalid-input', field: 'meta.secrets' }));
  },
);
