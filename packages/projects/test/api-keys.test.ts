import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { at, bodyHeaders, empty, failureOf, json, place, userHeaders, wire } from './wire.ts';

const attributes = { publicKey: 'pk-1', encryptedSecretKey: 'sealed', note: 'CI', expiresAt: '2027-01-01T00:00:00Z' };
const data = { id: 'k-1', type: 'apiKey', attributes };

it('projects.apiKeys.create sends label and expiration, and returns the secret', async () => {
  const { projects, sent, log } = wire([json({ data, meta: { secretKey: 'sk-once-4711' } })]);
  const key = await projects.apiKeys.create({ ...place, note: 'CI', expiresAt: '2027-01-01T00:00:00Z' });

  expect(sent).toEqual([
    {
      line: `POST ${at}/api_keys`,
      headers: bodyHeaders,
      body: '{"data":{"attributes":{"note":"CI","expiresAt":"2027-01-01T00:00:00Z"}}}',
    },
  ]);
  expect(key).toEqual({ id: 'k-1', type: 'apiKey', ...attributes, meta: { secretKey: 'sk-once-4711' } });
  expect(log.length).toBeGreaterThan(0);
  expect(inspect(log, { depth: null })).not.toContain('sk-once-4711');
});

it('projects.apiKeys.create sends only the label if expiresAt is missing', async () => {
  const { projects, sent } = wire([json({ data, meta: { secretKey: 'sk-once-4711' } })]);
  await projects.apiKeys.create({ ...place, note: 'CI' });
  expect(sent[0]?.body).toBe('{"data":{"attributes":{"note":"CI"}}}');
});

it('projects.apiKeys.create hides the secret in the error for a truncated response', async () => {
  const { projects } = wire([new Response('{"data":{"id":"k-1"},"meta":{"secretKey":"sk-once-4711"')]);
  const error = await failureOf(projects.apiKeys.create({ ...place, note: 'CI' }));

  expect(error).toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
  expect(inspect(error, { depth: null }) + JSON.stringify(error)).not.toContain('sk-once-4711');
});

it('projects.apiKeys.create is not retried if the response is lost', async () => {
  const { projects, sent } = wire([new TypeError('terminated')], { retry: {} });

  await expect(projects.apiKeys.create({ ...place, note: 'CI' })).rejects.toMatchObject({ kind: 'network', outcome: 'unknown' });
  expect(sent).toHaveLength(1);
});

it.each([
  ['note', { note: '' }],
  ['expiresAt', { note: 'CI', expiresAt: 'soon' }],
])('projects.apiKeys.create rejects an invalid %s', async (field, wrong) => {
  const { projects, sent } = wire([json({ data })]);
  await expect(projects.apiKeys.create({ ...place, ...wrong })).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it('projects.apiKeys.update sends the new label', async () => {
  const { projects, sent } = wire([json({ data })]);

  await expect(projects.apiKeys.update({ ...place, apiKeyId: 'k-1', note: 'CI' })).resolves.toMatchObject({ id: 'k-1', note: 'CI' });
  expect(sent).toEqual([{ line: `PATCH ${at}/api_keys/k-1`, headers: bodyHeaders, body: '{"data":{"attributes":{"note":"CI"}}}' }]);
});

it('projects.apiKeys.remove sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.apiKeys.remove({ ...place, apiKeyId: 'k-1' })).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `DELETE ${at}/api_keys/k-1`, headers: userHeaders, body: '' }]);
});
