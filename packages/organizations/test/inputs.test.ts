import type { OrganizationsClient } from '@platform-sdk/organizations';
import { describe, expect, it } from 'vitest';
import { baseUrl, benchOf, failureOf, json } from './fixtures.ts';

type Call = (organizations: OrganizationsClient, value: never) => Promise<unknown>;

const organizationId: Record<string, Call> = {
  get: (organizations, id) => organizations.get({ organizationId: id }),
  update: (organizations, id) => organizations.update({ organizationId: id, name: 'A' }),
  'members.list': ({ members }, id) => members.list({ organizationId: id }),
  'members.add': ({ members }, id) => members.add({ organizationId: id, email: 'a@example.com', role: 'MEMBER' }),
  'members.updateRole': ({ members }, id) => members.updateRole({ organizationId: id, userId: 'u', role: 'ADMIN' }),
  'members.remove': ({ members }, id) => members.remove({ organizationId: id, userId: 'u' }),
  'invitations.create': ({ invitations }, id) => invitations.create({ organizationId: id, email: 'a@example.com' }),
  'invitations.list': ({ invitations }, id) => invitations.list({ organizationId: id }),
  'invitations.resend': ({ invitations }, id) => invitations.resend({ organizationId: id, invitationId: 'i' }),
  'invitations.remove': ({ invitations }, id) => invitations.remove({ organizationId: id, invitationId: 'i' }),
  'invitations.update': ({ invitations }, id) => invitations.update({ organizationId: id, invitationId: 'i', orgRole: 'admin' }),
  'apiKeys.list': ({ apiKeys }, id) => apiKeys.list({ organizationId: id }),
  'llmApiKeys.list': ({ llmApiKeys }, id) => llmApiKeys.list({ organizationId: id }),
  'agentPasses.list': ({ agentPasses }, id) => agentPasses.list({ organizationId: id }),
};

const userId: Record<string, Call> = {
  'members.updateRole': ({ members }, id) => members.updateRole({ organizationId: 'o', userId: id, role: 'ADMIN' }),
  'members.remove': ({ members }, id) => members.remove({ organizationId: 'o', userId: id }),
};

const invitationId: Record<string, Call> = {
  'invitations.resend': ({ invitations }, id) => invitations.resend({ organizationId: 'o', invitationId: id }),
  'invitations.remove': ({ invitations }, id) => invitations.remove({ organizationId: 'o', invitationId: id }),
  'invitations.update': ({ invitations }, id) => invitations.update({ organizationId: 'o', invitationId: id, orgRole: 'admin' }),
  'me.acceptInvitation': ({ me }, id) => me.acceptInvitation({ invitationId: id }),
  'me.rejectInvitation': ({ me }, id) => me.rejectInvitation({ invitationId: id }),
};

const name: Record<string, Call> = {
  create: (organizations, value) => organizations.create({ name: value }),
  update: (organizations, value) => organizations.update({ organizationId: 'o', name: value }),
};

const email: Record<string, Call> = {
  'members.add': ({ members }, value) => members.add({ organizationId: 'o', email: value, role: 'MEMBER' }),
  'invitations.create': ({ invitations }, value) => invitations.create({ organizationId: 'o', email: value }),
};

const role: Record<string, Call> = {
  'members.add': ({ members }, value) => members.add({ organizationId: 'o', email: 'a@example.com', role: value }),
  'members.updateRole': ({ members }, value) => members.updateRole({ organizationId: 'o', userId: 'u', role: value }),
};

const orgRole: Record<string, Call> = {
  'invitations.create': ({ invitations }, value) => invitations.create({ organizationId: 'o', email: 'a@example.com', orgRole: value }),
  'invitations.update': ({ invitations }, value) => invitations.update({ organizationId: 'o', invitationId: 'i', orgRole: value }),
};

const include: Record<string, Call> = {
  get: (organizations, value) => organizations.get({ organizationId: 'o', include: value }),
};

const badIds = ['', '.', '..', '%2e%2e', 'a\r\nHost: evil', 42, undefined];
const fields = [
  ['organizationId', organizationId, badIds],
  ['userId', userId, badIds],
  ['invitationId', invitationId, badIds],
  ['name', name, ['', undefined, 7]],
  ['email', email, ['', undefined, 7]],
  ['role', role, ['admin', 'member', 'Owner', '', undefined]],
  ['orgRole', orgRole, ['ADMIN', 'MEMBER', 'Owner', '', 1]],
  ['include', include, ['users', ['members'], [1]]],
] as const;

describe.each(fields)('an invalid %s', (field, operations, values) => {
  it.each(Object.keys(operations))('organizations.%s rejects an invalid field before anything is sent', async (operation) => {
    const { organizations, wire } = await benchOf(json({}));
    for (const value of values) {
      const failure = await failureOf(operations[operation]!(organizations, value as never));
      expect(failure).toMatchObject({ kind: 'invalid-input', operation: `organizations.${operation}`, outcome: 'not-sent' });
      expect((failure as { field?: string }).field?.split('.')[0]).toBe(field);
    }
    expect(wire.sent).toEqual([]);
  });
});

it.each([
  ['a/b', 'a%2Fb'],
  ['//evil.example', '%2F%2Fevil.example'],
  ['🦊', '%F0%9F%A6%8A'],
  ['1?admin=true#x', '1%3Fadmin%3Dtrue%23x'],
])('an id with special characters stays a single path segment: %s', async (id, encoded) => {
  const { organizations, wire } = await benchOf(new Response(null, { status: 204 }));
  await organizations.members.remove({ organizationId: id, userId: id });
  expect(wire.only().url).toBe(`${baseUrl}/organizations/${encoded}/remove_user/${encoded}`);
});
