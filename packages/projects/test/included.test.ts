import { expect, it } from 'vitest';
import { json, place, projectData, someProject, wire } from './wire.ts';

const key = (type: string, id = 'k-1') => ({ id, type, attributes: { publicKey: `pk-${id}`, encryptedSecretKey: 'sealed' } });
const user = { id: 'u-1', type: 'users', attributes: { email: 'ada@example.com', role: 'OWNER' } };
const provider = { id: 'l-1', type: 'llm_api_keys', attributes: { provider: 'openai', displaySecretKey: '...1234' } };

const get = (document: object) => wire([json(document)]).projects.get({ ...place, include: ['apiKeys'] });

it.each(['apiKey', 'api_key'])('projects.get links included API keys of the type %s', async (type) => {
  const project = await get({ data: projectData, included: [user, key(type), key(type, 'k-2')] });

  expect(project.apiKeys).toMatchObject([
    { id: 'k-1', publicKey: 'pk-k-1', encryptedSecretKey: 'sealed' },
    { id: 'k-2', publicKey: 'pk-k-2' },
  ]);
});

it.each([
  ['apiKey', 'apiKey'],
  ['api_key', 'api_key'],
  ['apiKey', 'api_key'],
])('projects.get links an API key if the relationship names the type %s and the resource has the type %s', async (named, type) => {
  const relationships = { apiKeys: { data: [{ type: named, id: 'k-1' }] } };
  const project = await get({ data: { ...projectData, relationships }, included: [key(type)] });

  expect(project.apiKeys).toMatchObject([{ id: 'k-1', publicKey: 'pk-k-1' }]);
});

it('projects.get links included resources by the relationships of the project', async () => {
  const relationships = {
    users: { data: [{ type: 'users', id: 'u-1' }] },
    llmApiKeys: { data: [{ type: 'llm_api_keys', id: 'l-1' }] },
    agentPasses: { data: [] },
  };
  const project = await get({ data: { ...projectData, relationships }, included: [user, provider] });

  expect(project.users).toMatchObject([{ email: 'ada@example.com', role: 'OWNER' }]);
  expect(project.llmApiKeys).toMatchObject([{ provider: 'openai', displaySecretKey: '...1234' }]);
  expect(project.agentPasses).toEqual([]);
});

it('projects.get groups the included resources by type', async () => {
  const { included } = await get({ data: projectData, included: [user, provider] });
  expect(included).toMatchObject({ users: [{ id: 'u-1' }], llm_api_keys: [{ id: 'l-1' }] });
});

it('the JSON of a project contains no included resources', async () => {
  const project = await get({ data: projectData, included: [user, key('api_key')] });
  expect(project).toEqual(someProject);
  expect(JSON.stringify(project)).not.toContain('sealed');
});

it('the property of a relationship is undefined if its resources were neither requested nor included', async () => {
  const project = await wire([json({ data: projectData })]).projects.get(place);
  expect(project.apiKeys).toBeUndefined();
});
