/** Plain JSON responses of services: single documents, pages of lists, and results. */
import { createPlatform } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSearchClient } from '@platform-sdk/search';
import type { RecordedResponse } from './recorded-response.ts';

const JSON_TYPE = 'application/json';
const retry = { limit: 0 };

const organization = { id: 'org-1', type: 'organization', attributes: { name: 'Ünion 🦉', avatar: null } };
const project = { id: 'p-1', type: 'project', attributes: { name: 'Döcs' } };

const organizations =
  (read: (client: ReturnType<typeof createOrganizationsClient>) => Promise<unknown>): RecordedResponse['read'] =>
  (fetch) =>
    read(
      createOrganizationsClient(
        createPlatform({ apiKey: 'app', accessToken: 'token', baseUrls: { organizations: 'https://api.test/v1' }, fetch, retry }),
      ),
    );

const memory =
  (read: (client: ReturnType<typeof createMemoryClient>) => Promise<unknown>): RecordedResponse['read'] =>
  (fetch) =>
    read(createMemoryClient({ baseUrl: 'https://memory.test', token: 'token', fetch, retry }));

export const documents: readonly RecordedResponse[] = [
  {
    name: 'JSON: a list of resources',
    contentType: 'application/vnd.api+json',
    body: JSON.stringify({ data: [organization] }),
    read: organizations((client) => client.list()),
  },
  {
    name: 'JSON: a resource with included resources',
    contentType: JSON_TYPE,
    body: `${JSON.stringify({ data: organization, included: [project] }, undefined, 1)}\n`,
    read: organizations((client) => client.get({ organizationId: 'org-1' })),
  },
  { name: 'JSON: an empty list', contentType: JSON_TYPE, body: '{"data":[]}', read: organizations((client) => client.list()) },
  {
    name: 'JSON: a history',
    contentType: JSON_TYPE,
    body: JSON.stringify({ session_id: 's-1', messages: [{ id: '1', role: 'user', content: 'Grüße 🌍' }] }),
    read: memory((client) => client.sessions.history({ session_id: 's-1' })),
  },
  {
    name: 'JSON: the result of a search',
    contentType: JSON_TYPE,
    body: JSON.stringify({ answer: 'Yes', sources: [{ title: 'Ä', url: 'https://a.test' }] }),
    read: (fetch) => createSearchClient({ baseUrl: 'https://search.test', fetch, retry }).search({ flow: 'agentic', query: 'Is it?' }),
  },
  {
    name: 'JSON: an HTML page instead of JSON',
    contentType: 'text/html',
    body: '<html><title>Sign in</title></html>',
    read: memory((client) => client.users.me()),
  },
];
