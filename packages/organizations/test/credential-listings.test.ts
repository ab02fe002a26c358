import { expect, it } from 'vitest';
import { benchOf, json } from './fixtures.ts';

it('organizations.apiKeys.list returns the API keys of all projects', async () => {
  const attributes = { publicKey: 'pk-1', encryptedSecretKey: 'enc-1', note: 'CI', expiresAt: null };
  const { organizations } = await benchOf(json({ data: [{ id: 'key-1', type: 'apiKey', attributes }] }));
  await expect(organizations.apiKeys.list({ organizationId: 'org-1' })).resolves.toEqual([{ id: 'key-1', type: 'apiKey', ...attributes }]);
});

it('organizations.apiKeys.list reads a label under the name in `wireNames`', async () => {
  const answer = { data: [{ id: 'key-1', type: 'apiKey', attributes: { publicKey: 'pk-1', encryptedSecretKey: 'enc-1', label: 'CI' } }] };
  const { organizations } = await benchOf(json(answer), {
    wireNames: { 'organizations.apiKeys.list': { 'data.attributes.note': 'label' } },
  });
  await expect(organizations.apiKeys.list({ organizationId: 'org-1' })).resolves.toMatchObject([{ note: 'CI' }]);
});

it('organizations.apiKeys.list reports and returns a key whose public and secret parts are missing', async () => {
  const { organizations, events } = await benchOf(json({ data: [{ id: 'key-1', type: 'apiKey', attributes: {} }] }), {
    validation: 'report',
  });
  await expect(organizations.apiKeys.list({ organizationId: 'org-1' })).resolves.toEqual([{ id: 'key-1', type: 'apiKey' }]);
  for (const field of ['*.publicKey', '*.encryptedSecretKey'])
    expect(events).toContainEqual({ type: 'invalid-response', operation: 'organizations.apiKeys.list', field, message: 'is required' });
});

it('organizations.llmApiKeys.list returns the masked model provider keys of all projects', async () => {
  const attributes = {
    provider: 'openai',
    displaySecretKey: '...7890',
    customModels: ['tuned-1'],
    withDefaultModels: true,
    adapter: 'openai',
    baseURL: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  };
  const { organizations } = await benchOf(json({ data: [{ id: 'llm-1', type: 'llm_api_keys', attributes }] }));
  await expect(organizations.llmApiKeys.list({ organizationId: 'org-1' })).resolves.toEqual([
    { id: 'llm-1', type: 'llm_api_keys', ...attributes },
  ]);
});

it('organizations.llmApiKeys.list reports optional fields of a wrong type', async () => {
  const attributes = { provider: 'openai', adapter: 1, baseURL: 2, createdAt: 3, updatedAt: 4 };
  const { organizations, events } = await benchOf(json({ data: [{ id: 'llm-1', type: 'llm_api_keys', attributes }] }), {
    validation: 'report',
  });
  await expect(organizations.llmApiKeys.list({ organizationId: 'org-1' })).resolves.toMatchObject([attributes]);
  expect(events.flatMap((event) => (event.type === 'invalid-response' ? [event.field] : []))).toEqual([
    '*.adapter',
    '*.baseURL',
    '*.createdAt',
    '*.updatedAt',
  ]);
});

it('organizations.agentPasses.list returns the agent passes of all projects', async () => {
  const attributes = {
    title: 'Crawler',
    description: null,
    category: 'security',
    active: true,
    credentialType: 'api_key',
    entityType: 'project',
    entityId: 'p-1',
    expiresAt: null,
    scopes: ['read'],
  };
  const { organizations } = await benchOf(json({ data: [{ id: 'pass-1', type: 'studio_tool', attributes }] }));
  await expect(organizations.agentPasses.list({ organizationId: 'org-1' })).resolves.toEqual([
    { id: 'pass-1', type: 'studio_tool', ...attributes },
  ]);
});
