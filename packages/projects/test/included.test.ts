import { describe, expect, it } from 'vitest';
import { json, place, projectData, someProject, wire } from './wire.ts';

const key = (type: string, id = 'k-1') => ({ id, type, attributes: { publicKey: `pk-${id}`, encryptedSecretKey: 'sealed' } });
const user = { id: 'u-1', type: 'users', attributes: { email: 'ada@example.com', role: 'OWNER' } };
const provider = { id: 'l-1', type: 'llm_api_keys', attributes: { provider: 'openai', displaySecretKey: '...1234' } };

const get = (document: object) => wire([json(document)]).projects.get({ ...place, include: ['apiKeys'] });

describe('included resource of a project', () => {
  it.each(['apiKey', 'api_key'])('an included resource of a project is found as an API key if its type is %s', async (type) => {
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
  ])(
    'an included resource of a project is found if a relationship names the type %s and the resource has the type %s',
    async (named, said) => {
      const relationships = { apiKeys: { data: [{ type: named, id: 'k-1' }] } };
      const project = await get({ data: { ...projectData, relationships }, included: [key(said)] });

      expect(project.apiKeys).toMatchObject([{ id: 'k-1', publicKey: 'pk-k-1' }]);
    },
  );

  it('each relationship links its included resources to the project', async () => {
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

  it('an included resource of a project is grouped by type, with and without relationships', async () => {
    const { included } = await get({ data: projectData, included: [user, provider] });
    expect(included).toMatchObject({ users: [{ id: 'u-1' }], llm_api_keys: [{ id: 'l-1' }] });
  });

  it('an included resource of a project is missing in the JSON of the project', async () => {
    const project = await get({ data: projectData, included: [user, key('api_key')] });
    expect(project).toEqual(someProject);
    expect(JSON.stringify(project)).not.toContain('sealed');
  });

  it('the property of a relationship is undefined if its resources were neither requested nor included', async () => {
    const project = await wire([json({ data: projectData })]).projects.get(place);
    expect(project.apiKeys).toBeUndefined();
  });
});
