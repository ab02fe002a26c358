import { can, createOrganizationsClient, isLastOwnerError, type Organization } from '@platform-sdk/organizations';
import * as contract from '@platform-sdk/organizations/contract';
import { createPlatform } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { expect, it } from 'vitest';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { baseUrl } from './fixtures.ts';

const server = mockServer();
const clientOf = () =>
  createOrganizationsClient(
    createPlatform({ apiKey: 'app-1', accessToken: 'access-1', baseUrls: { organizations: baseUrl }, validation: 'throw' }),
  );

const engines: Organization = {
  id: 'org-1',
  name: 'Analytical Engines',
  currentUserRole: 'OWNER',
  meta: { can: { project: { create: true } } },
};

it('a mocked service lists organizations with their permissions and users', async () => {
  server.use(mock(contract.list, baseUrl, () => [{ ...engines, users: [{ id: 'user-1', email: 'ada@example.com', role: 'OWNER' }] }]));
  const [organization] = await clientOf().list();
  expect(organization && can(organization, 'project.create')).toBe(true);
  expect(organization?.users).toMatchObject([{ id: 'user-1', email: 'ada@example.com', role: 'OWNER' }]);
});

it('a mock passes the input of the call to its resolver', async () => {
  const received: unknown[] = [];
  server.use(
    mock(contract.get, baseUrl, (input) => {
      received.push(input);
      return { ...engines, id: input.organizationId };
    }),
  );
  const input = { organizationId: 'a/b', include: ['users' as const, 'projects' as const], forceRefresh: true };
  await expect(clientOf().get(input)).resolves.toMatchObject({ id: 'a/b' });
  expect(received).toEqual([input]);
});

it('a mocked service creates and renames organizations', async () => {
  server.use(
    mock(contract.create, baseUrl, ({ name }) => ({ ...engines, name })),
    mock(contract.update, baseUrl, ({ organizationId, name }) => ({ ...engines, id: organizationId, name })),
  );
  await expect(clientOf().create({ name: 'A' })).resolves.toMatchObject({ name: 'A' });
  await expect(clientOf().update({ organizationId: 'org-1', name: 'B' })).resolves.toMatchObject({ id: 'org-1', name: 'B' });
});

it('a mocked service can add a user whose invitation it rejects', async () => {
  server.use(
    mock(contract.invitations.create, baseUrl, () => Response.json({ error: 'redirect_to_add_member' }, { status: 422 })),
    mock(contract.members.add, baseUrl, ({ email, role }) => ({ id: 'user-2', email, role })),
  );
  const input = { organizationId: 'org-1', email: 'grace@example.com', orgRole: 'viewer', role: 'VIEWER' } as const;
  await expect(clientOf().invite(input)).resolves.toMatchObject({
    outcome: 'added',
    member: { email: 'grace@example.com', role: 'VIEWER' },
  });
});

it('a mocked service responds to every operation of invitations', async () => {
  const invitation = { id: 'inv-1', email: 'grace@example.com', orgRole: 'member' as const };
  const received: string[] = [];
  server.use(
    mock(contract.invitations.create, baseUrl, ({ email, orgRole = 'member' }) => ({ id: 'inv-1', email, orgRole })),
    mock(contract.invitations.list, baseUrl, () => [invitation]),
    mock(contract.invitations.update, baseUrl, ({ orgRole }) => ({ ...invitation, orgRole })),
    mock(contract.invitations.resend, baseUrl, ({ invitationId }) => void received.push(`resend ${invitationId}`)),
    mock(contract.invitations.remove, baseUrl, ({ invitationId }) => void received.push(`remove ${invitationId}`)),
    mock(contract.me.pendingInvitations, baseUrl, () => [{ ...invitation, organizationName: 'A', status: 'pending' }]),
    mock(contract.me.acceptInvitation, baseUrl, ({ invitationId }) => void received.push(`accept ${invitationId}`)),
    mock(contract.me.rejectInvitation, baseUrl, ({ invitationId }) => void received.push(`reject ${invitationId}`)),
  );
  const { invitations, me } = clientOf();
  const one = { organizationId: 'org-1', invitationId: 'inv-1' };
  await expect(invitations.create({ organizationId: 'org-1', email: 'grace@example.com' })).resolves.toMatchObject(invitation);
  await expect(invitations.list({ organizationId: 'org-1' })).resolves.toMatchObject([invitation]);
  await expect(invitations.update({ ...one, orgRole: 'admin' })).resolves.toMatchObject({ orgRole: 'admin' });
  await expect(me.pendingInvitations()).resolves.toMatchObject([{ organizationName: 'A', status: 'pending' }]);
  await invitations.resend(one);
  await invitations.remove(one);
  await me.acceptInvitation({ invitationId: 'inv-1' });
  await me.rejectInvitation({ invitationId: 'inv-1' });
  expect(received).toEqual(['resend inv-1', 'remove inv-1', 'accept inv-1', 'reject inv-1']);
});

it('a mocked service lists members, and rejects a change of role', async () => {
  const received: string[] = [];
  server.use(
    mock(contract.members.list, baseUrl, () => [{ id: 'user-1', email: 'ada@example.com', role: 'OWNER' }]),
    mock(contract.members.remove, baseUrl, ({ userId }) => void received.push(userId)),
    mock(contract.members.updateRole, baseUrl, ({ userId, role }) =>
      role === 'OWNER' ? { id: userId, role } : Response.json({ errors: [{ code: 'INVALID_ROLE_TRANSITION' }] }, { status: 422 }),
    ),
  );
  const { members } = clientOf();
  await expect(members.list({ organizationId: 'org-1' })).resolves.toMatchObject([{ role: 'OWNER' }]);
  await expect(members.updateRole({ organizationId: 'org-1', userId: 'user-1', role: 'OWNER' })).resolves.toMatchObject({
    role: 'OWNER',
  });
  await expect(members.updateRole({ organizationId: 'org-1', userId: 'user-1', role: 'MEMBER' })).rejects.toSatisfy(isLastOwnerError);
  await members.remove({ organizationId: 'org-1', userId: 'user-1' });
  expect(received).toEqual(['user-1']);
});

it('a mocked service lists credentials', async () => {
  server.use(
    mock(contract.apiKeys.list, baseUrl, () => [{ id: 'key-1', publicKey: 'pk-1', encryptedSecretKey: 'enc-1' }]),
    mock(contract.llmApiKeys.list, baseUrl, () => [{ id: 'llm-1', provider: 'openai', customModels: ['m'] }]),
    mock(contract.agentPasses.list, baseUrl, () => [{ id: 'pass-1', title: 'Crawler', active: false, expiresAt: null }]),
  );
  const { apiKeys, llmApiKeys, agentPasses } = clientOf();
  await expect(apiKeys.list({ organizationId: 'org-1' })).resolves.toEqual([
    { id: 'key-1', type: 'apiKey', publicKey: 'pk-1', encryptedSecretKey: 'enc-1' },
  ]);
  await expect(llmApiKeys.list({ organizationId: 'org-1' })).resolves.toMatchObject([{ provider: 'openai', customModels: ['m'] }]);
  await expect(agentPasses.list({ organizationId: 'org-1' })).resolves.toMatchObject([
    { title: 'Crawler', active: false, expiresAt: null },
  ]);
});
