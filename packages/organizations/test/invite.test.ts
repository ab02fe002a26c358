import { isRedirectToAddMemberError } from '@platform-sdk/organizations';
import { expect, it } from 'vitest';
import { baseUrl, benchOf, failureOf, json, text } from './fixtures.ts';

const whom = { organizationId: 'org-1', email: 'grace@example.com', orgRole: 'admin', role: 'ADMIN' } as const;
const invitation = { data: { id: 'inv-1', type: 'membershipInvitation', attributes: { email: 'grace@example.com', orgRole: 'admin' } } };
const member = { data: { id: 'user-2', type: 'users', attributes: { email: 'grace@example.com', role: 'ADMIN' } } };
const redirect = json({ errors: [{ status: '422', code: 'redirect_to_add_member', detail: 'The user has an account.' }] }, 422);

it('organizations.invite invites a user without an account, and returns the outcome `invited`', async () => {
  const { organizations, wire } = await benchOf(json(invitation));
  await expect(organizations.invite(whom)).resolves.toEqual({
    outcome: 'invited',
    invitation: { id: 'inv-1', type: 'membershipInvitation', email: 'grace@example.com', orgRole: 'admin' },
  });
  expect(wire.only()).toMatchObject({
    method: 'POST',
    url: `${baseUrl}/organizations/org-1/invitations`,
    body: { data: { type: 'membershipInvitation', attributes: { email: 'grace@example.com', orgRole: 'admin' } } },
  });
});

it('organizations.invite adds a user with an account, and returns the outcome `added`', async () => {
  const { organizations, wire } = await benchOf([redirect, json(member)]);
  await expect(organizations.invite(whom)).resolves.toEqual({
    outcome: 'added',
    member: { id: 'user-2', type: 'users', email: 'grace@example.com', role: 'ADMIN' },
  });
  expect(wire.sent[1]).toMatchObject({
    method: 'POST',
    url: `${baseUrl}/organizations/org-1/add_user`,
    body: { data: { type: 'users', attributes: { email: 'grace@example.com', role: 'ADMIN' } } },
  });
});

it.each([
  ['204', () => new Response(null, { status: 204 })],
  ['an empty body', () => text('', 200, 'application/json')],
  ['{}', () => json({})],
  ['{"data": null}', () => json({ data: null })],
])('organizations.invite returns only the outcome if the response is %s', async (_, respond) => {
  const invited = await benchOf(respond());
  await expect(invited.organizations.invite(whom)).resolves.toEqual({ outcome: 'invited', invitation: undefined });
  const added = await benchOf([redirect, respond()]);
  await expect(added.organizations.invite(whom)).resolves.toEqual({ outcome: 'added', member: undefined });
});

it.each<readonly [string, Response]>([
  ['a JSON:API code', json({ errors: [{ code: 'redirect_to_add_member' }] }, 422)],
  ['an error string', json({ error: 'redirect_to_add_member' }, 422)],
  ['the code of an error object', json({ error: { code: 'redirect_to_add_member', message: 'x' } }, 422)],
  ['plain text', text('redirect_to_add_member', 422)],
  ['the flag true', json({ message: 'x', redirect_to_add_member: true }, 422)],
  ['the flag 1', json({ redirect_to_add_member: 1 }, 422)],
  ['the string "true"', json({ redirect_to_add_member: 'true' }, 422)],
  ['a path', json({ redirect_to_add_member: '/organizations/org-1/add_user' }, 422)],
  ['true in a member of an error', json({ errors: [{ code: 'taken', meta: { redirect_to_add_member: true } }] }, 422)],
  ['true in camelCase', json({ error: { message: 'x', details: { redirectToAddMember: true } } }, 422)],
])('organizations.invite adds the user if the rejection contains redirect_to_add_member as %s', async (_, refusal) => {
  const { organizations } = await benchOf([refusal, json(member)]);
  await expect(organizations.invite(whom)).resolves.toMatchObject({ outcome: 'added' });
});

it.each([
  ['another rejection', json({ errors: [{ code: 'INVALID_EMAIL', detail: 'The e-mail is wrong.' }] }, 422)],
  ['the same code with another status', json({ error: 'redirect_to_add_member' }, 403)],
  ['a server failure', json({}, 500)],
])('organizations.invite adds no user after %s', async (_, refusal) => {
  const { organizations, wire } = await benchOf(refusal);
  await expect(organizations.invite(whom)).rejects.toMatchObject({ kind: 'http', operation: 'organizations.invitations.create' });
  expect(wire.sent).toHaveLength(1);
});

it.each<readonly [string, Response]>([
  ['false', json({ message: 'The invitation is blocked.', redirect_to_add_member: false }, 422)],
  ['false next to the code', json({ errors: [{ code: 'redirect_to_add_member', meta: { redirect_to_add_member: false } }] }, 422)],
  ['null', json({ message: 'Blocked.', redirect_to_add_member: null }, 422)],
  ['0', json({ message: 'Blocked.', redirect_to_add_member: 0 }, 422)],
  ['an empty string', json({ message: 'Blocked.', redirect_to_add_member: '' }, 422)],
  ['the string "false"', json({ message: 'Blocked.', redirect_to_add_member: 'false' }, 422)],
  ['the string " No "', json({ error: { message: 'Blocked.', details: { redirect_to_add_member: ' No ' } } }, 422)],
  ['false, in camelCase', json({ message: 'redirect_to_add_member', redirectToAddMember: false }, 422)],
  ['false in plain text', text('redirect_to_add_member: false', 422)],
  ['missing, although an address contains it', json({ message: 'redirect_to_add_member@example.com is blocked.' }, 422)],
  ['missing, although the repeated input contains it', json({ message: 'Blocked.', input: { email: 'redirect_to_add_member' } }, 422)],
  ['missing', json({ message: 'Blocked.' }, 422)],
])('organizations.invite adds no user if redirect_to_add_member is %s', async (_, refusal) => {
  const { organizations, wire } = await benchOf([refusal, json(member)]);
  await expect(organizations.invite(whom)).rejects.toMatchObject({ status: 422, operation: 'organizations.invitations.create' });
  expect(wire.sent).toHaveLength(1);
});

it('organizations.invite reports both errors if invitation and addition fail', async () => {
  const { organizations } = await benchOf([redirect, json({ errors: [{ code: 'FORBIDDEN', detail: 'You may not add users.' }] }, 403)]);
  const failure = (await failureOf(organizations.invite(whom))) as Error;
  expect(failure).toMatchObject({
    kind: 'http',
    status: 403,
    code: 'FORBIDDEN',
    operation: 'organizations.members.add',
    outcome: 'rejected',
  });
  expect(failure.message).toMatch(/^You may not add users\./);
  expect(failure.message).toContain('The user has an account.');
  expect(failure.cause).toMatchObject({ status: 422, code: 'redirect_to_add_member', operation: 'organizations.invitations.create' });
  expect(isRedirectToAddMemberError(failure.cause)).toBe(true);
});

it('organizations.invite reports both errors if the connection breaks before the addition', async () => {
  const { organizations } = await benchOf([redirect, new TypeError('fetch failed')]);
  const failure = (await failureOf(organizations.invite(whom))) as Error;
  expect(failure).toMatchObject({ kind: 'network', outcome: 'unknown', operation: 'organizations.members.add' });
  expect(isRedirectToAddMemberError(failure.cause)).toBe(true);
});

it.each([
  ['role', { ...whom, role: 'admin' }],
  ['orgRole', { ...whom, orgRole: 'ADMIN' }],
  ['email', { ...whom, email: '' }],
  ['organizationId', { ...whom, organizationId: '..' }],
])('organizations.invite rejects an invalid %s before anything is sent', async (field, input) => {
  const { organizations, wire } = await benchOf([redirect, json(member)]);
  await expect(organizations.invite(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it.each([
  ['orgRole', { orgRole: 'viewer' }],
  ['role', { role: 'VIEWER' }],
] as const)('organizations.invite derives the other role from %s', async (_, role) => {
  const { organizations, wire } = await benchOf([redirect, json(member)]);
  await organizations.invite({ organizationId: 'org-1', email: 'grace@example.com', ...role });
  expect(wire.sent.map(({ body }) => body)).toEqual([
    { data: { type: 'membershipInvitation', attributes: { email: 'grace@example.com', orgRole: 'viewer' } } },
    { data: { type: 'users', attributes: { email: 'grace@example.com', role: 'VIEWER' } } },
  ]);
});

it.each([
  ['role', {}],
  ['role', { role: 'viewer' }],
  ['role', { role: 5 }],
  ['orgRole', { orgRole: 'VIEWER' }],
  ['orgRole', { orgRole: 'boss' }],
])('organizations.invite names the invalid field %s in the error for %j', async (field, role) => {
  const { organizations, wire } = await benchOf([redirect, json(member)]);
  const input = { organizationId: 'org-1', email: 'grace@example.com', ...role };
  await expect(organizations.invite(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(wire.sent).toEqual([]);
});

it('organizations.invite passes its options to both requests', async () => {
  const { organizations, wire } = await benchOf([redirect, json(member)]);
  await organizations.invite(whom, { headers: { 'X-Client': 'a' } });
  expect(wire.sent.map(({ headers }) => headers.get('x-client'))).toEqual(['a', 'a']);
});
