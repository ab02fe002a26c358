import { expect, it } from 'vitest';
import { baseUrl, benchOf, calls, headersOf, json, signed, withBody } from './fixtures.ts';

/** A request in the API specification. */
interface Documented {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const email = 'grace@example.com';

const documented: readonly Documented[] = [
  { name: 'list', method: 'GET', path: '/organizations' },
  {
    name: 'create',
    method: 'POST',
    path: '/organizations',
    body: { data: { type: 'organization', attributes: { name: 'Analytical Engines' } } },
  },
  { name: 'get', method: 'GET', path: '/organizations/org-1' },
  { name: 'update', method: 'PATCH', path: '/organizations/org-1', body: { data: { attributes: { name: 'Difference Engines' } } } },
  { name: 'members.list', method: 'GET', path: '/organizations/org-1/users' },
  {
    name: 'members.add',
    method: 'POST',
    path: '/organizations/org-1/add_user',
    body: { data: { type: 'users', attributes: { email, role: 'MEMBER' } } },
  },
  {
    name: 'members.updateRole',
    method: 'PATCH',
    path: '/organizations/org-1/members/user-2/role',
    body: { data: { attributes: { role: 'ADMIN' } } },
  },
  { name: 'members.remove', method: 'DELETE', path: '/organizations/org-1/remove_user/user-2' },
  {
    name: 'invitations.create',
    method: 'POST',
    path: '/organizations/org-1/invitations',
    body: { data: { type: 'membershipInvitation', attributes: { email } } },
  },
  { name: 'invitations.list', method: 'GET', path: '/organizations/org-1/invitations' },
  { name: 'invitations.resend', method: 'POST', path: '/organizations/org-1/invitations/inv-1/resend' },
  { name: 'invitations.remove', method: 'DELETE', path: '/organizations/org-1/invitations/inv-1' },
  {
    name: 'invitations.update',
    method: 'PATCH',
    path: '/organizations/org-1/invitations/inv-1',
    body: { data: { type: 'membershipInvitation', attributes: { orgRole: 'admin' } } },
  },
  { name: 'me.pendingInvitations', method: 'GET', path: '/me/pending_invitations' },
  { name: 'me.acceptInvitation', method: 'POST', path: '/me/accept_invitation/inv-1' },
  { name: 'me.rejectInvitation', method: 'DELETE', path: '/me/reject_invitation/inv-1' },
  { name: 'apiKeys.list', method: 'GET', path: '/organizations/org-1/api_keys' },
  { name: 'llmApiKeys.list', method: 'GET', path: '/organizations/org-1/llm_api_keys' },
  { name: 'agentPasses.list', method: 'GET', path: '/organizations/org-1/agent_passes' },
];

it('the wire test covers every operation of organizations', () => {
  expect(documented.map(({ name }) => name)).toEqual(Object.keys(calls));
});

it.each(documented)('organizations.$name sends $method $path', async ({ name, method, path, body }) => {
  const { organizations, wire } = await benchOf(json({ message: 'Stop.' }, 418));
  await expect(calls[name]!(organizations)).rejects.toMatchObject({ status: 418 });
  expect(wire.only()).toMatchObject({ method, url: baseUrl + path, body });
  expect(headersOf(wire.only())).toEqual({ ...signed, ...(body && withBody) });
});

it.each(documented)('organizations.$name requires a signed-in user', async ({ name }) => {
  const { organizations, platform, wire } = await benchOf(json({}));
  await platform.session.clear();
  await expect(calls[name]!(organizations)).rejects.toMatchObject({
    kind: 'session',
    operation: `organizations.${name}`,
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it.each(documented.filter(({ method }) => method === 'POST'))(
  'organizations.$name is not retried if the server fails, because a second POST could act twice',
  async ({ name }) => {
    const { organizations, wire } = await benchOf(json({}, 503));
    await expect(calls[name]!(organizations)).rejects.toMatchObject({ status: 503, outcome: 'unknown' });
    expect(wire.sent).toHaveLength(1);
  },
);
