import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { at, bodyHeaders, empty, failureOf, json, place, userHeaders, wire } from './wire.ts';

const secretKey = 'sk-provider-0815';
const data = { id: 'l-1', type: 'llm_api_keys', attributes: { provider: 'openai', displaySecretKey: '...0815', withDefaultModels: true } };

it('projects.llmApiKeys.create sends the key with its models, and returns the masked key', async () => {
  const { projects, sent } = wire([json({ data })]);
  const key = await projects.llmApiKeys.create({
    ...place,
    provider: 'openai',
    secretKey,
    customModels: ['m-1'],
    withDefaultModels: false,
  });

  expect(sent).toEqual([
    {
      line: `POST ${at}/llm_api_keys`,
      headers: bodyHeaders,
      body: '{"data":{"type":"llm_api_keys","attributes":{"provider":"openai","secretKey":"sk-provider-0815","customModels":["m-1"],"withDefaultModels":false}}}',
    },
  ]);
  expect(key).toEqual({ id: 'l-1', type: 'llm_api_keys', provider: 'openai', displaySecretKey: '...0815', withDefaultModels: true });
});

it('projects.llmApiKeys.create omits missing fields', async () => {
  const { projects, sent } = wire([json({ data })]);
  await projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey });
  expect(sent[0]?.body).toBe('{"data":{"type":"llm_api_keys","attributes":{"provider":"openai","secretKey":"sk-provider-0815"}}}');
});

it('projects.llmApiKeys.create returns the adapter, URL and times of the key', async () => {
  const more = { adapter: 'openai', baseURL: null, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
  const { projects } = wire([json({ data: { ...data, attributes: { ...data.attributes, ...more } } })]);
  await expect(projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey })).resolves.toMatchObject(more);
  const wrong = wire([json({ data: { ...data, attributes: { ...data.attributes, baseURL: 7 } } })]);
  await expect(wrong.projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey })).resolves.toMatchObject({ baseURL: 7 });
  expect(wrong.log).toContainEqual(expect.objectContaining({ type: 'invalid-response', field: 'baseURL' }));
});

it('projects.llmApiKeys.create hides the key in errors and log events', async () => {
  const { projects, log } = wire([
    json({ errors: [{ code: 'REFUSED', detail: `${secretKey} is refused.`, meta: { sent: secretKey } }] }, 422),
  ]);
  const error = await failureOf(projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey }));

  expect(error).toMatchObject({ status: 422, code: 'REFUSED' });
  expect(inspect([error, log], { depth: null }) + JSON.stringify(error)).not.toContain(secretKey);
});

it.each([
  ['provider', { provider: '', secretKey }],
  ['secretKey', { provider: 'openai', secretKey: '' }],
  ['customModels.0', { provider: 'openai', secretKey, customModels: [''] }],
])('projects.llmApiKeys.create rejects an invalid %s', async (field, wrong) => {
  const { projects, sent } = wire([json({ data })]);
  await expect(projects.llmApiKeys.create({ ...place, ...wrong })).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it('projects.llmApiKeys.remove sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.llmApiKeys.remove({ ...place, apiKeyId: 'l-1' })).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `DELETE ${at}/llm_api_keys/l-1`, headers: userHeaders, body: '' }]);
});
