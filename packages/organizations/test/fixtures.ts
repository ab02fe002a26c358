import { createOrganizationsClient, type OrganizationsClient } from '@platform-sdk/organizations';
import { createPlatform, type LogEvent, type PlatformOptions } from '@platform-sdk/core';
import { type Answer, jwt, recordingFetch, standingClock, tokens } from '@platform-sdk/test-helpers';

export { failureOf, headersOf, json, passed, text } from '@platform-sdk/test-helpers';

export const baseUrl = 'https://api.test/v1';

/** The headers of every call, and the headers of a body. */
export const signed = { accept: 'application/json', 'api-key': 'app-1', authorization: `Bearer ${jwt('a', 86_400)}` };
export const withBody = { 'content-type': 'application/json' };

/** Creates a client with a signed-in user, and records the requests that it sends. */
export const benchOf = async (answers: Answer | readonly Answer[], options: PlatformOptions = {}) => {
  const wire = recordingFetch(...[answers].flat());
  const clock = standingClock();
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { organizations: baseUrl },
    fetch: wire.fetch,
    clock,
    logger: (event) => events.push(event),
    validation: 'throw',
    ...options,
  });
  await platform.session.set(tokens('a', 86_400));
  return { wire, clock, events, platform, organizations: createOrganizationsClient(platform) };
};

/** Calls of every operation with a valid input. */
export const calls: Record<string, (organizations: OrganizationsClient) => Promise<unknown>> = {
  list: (organizations) => organizations.list(),
  create: (organizations) => organizations.create({ name: 'Analytical Engines' }),
  get: (organizations) => organizations.get({ organizationId: 'org-1' }),
  update: (organizations) => organizations.update({ organizationId: 'org-1', name: 'Difference Engines' }),
  'members.list': ({ members }) => members.list({ organizationId: 'org-1' }),
  'members.add': ({ members }) => members.add({ organizationId: 'org-1', email: 'grace@example.com', role: 'MEMBER' }),
  'members.updateRole': ({ members }) => members.updateRole({ organizationId: 'org-1', userId: 'user-2', role: 'ADMIN' }),
  'members.remove': ({ members }) => members.remove({ organizationId: 'org-1', userId: 'user-2' }),
  'invitations.create': ({ invitations }) => invitations.create({ organizationId: 'org-1', email: 'grace@example.com' }),
  'invitations.list': ({ invitations }) => invitations.list({ organizationId: 'org-1' }),
  'invitations.resend': ({ invitations }) => invitations.resend({ organizationId: 'org-1', invitationId: 'inv-1' }),
  'invitations.remove': ({ invitations }) => invitations.remove({ organizationId: 'org-1', invitationId: 'inv-1' }),
  'invitations.update': ({ invitations }) => invitations.update({ organizationId: 'org-1', invitationId: 'inv-1', orgRole: 'admin' }),
  'me.pendingInvitations': ({ me }) => me.pendingInvitations(),
  'me.acceptInvitation': ({ me }) => me.acceptInvitation({ invitationId: 'inv-1' }),
  'me.rejectInvitation': ({ me }) => me.rejectInvitation({ invitationId: 'inv-1' }),
  'apiKeys.list': ({ apiKeys }) => apiKeys.list({ organizationId: 'org-1' }),
  'llmApiKeys.list': ({ llmApiKeys }) => llmApiKeys.list({ organizationId: 'org-1' }),
  'agentPasses.list': ({ agentPasses }) => agentPasses.list({ organizationId: 'org-1' }),
};
