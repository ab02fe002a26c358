import { isInsufficientPermissionsError, isLastOwnerError, isOwnRoleChangeError } from '@platform-sdk/organizations';
import { PlatformError } from '@platform-sdk/core';
import { afterEach, expect, it, vi } from 'vitest';
import { benchOf, failureOf, json, passed } from './fixtures.ts';

const grace = {
  id: 'user-2',
  type: 'users',
  attributes: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', role: 'ADMIN', createdAt: '2026-01-15T09:00:00Z' },
};
const member = {
  id: 'user-2',
  type: 'users',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'ADMIN',
  createdAt: '2026-01-15T09:00:00Z',
};

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['an envelope', { data: [grace] }],
  ['a bare array', [grace]],
  ['a bare array of flat objects', [member]],
])('organizations.members.list returns the members with their roles from %s', async (_, answer) => {
  const { organizations } = await benchOf(json(answer));
  await expect(organizations.members.list({ organizationId: 'org-1' })).resolves.toEqual([member]);
});

const add = async (answer: unknown, status = 200) => {
  const { organizations } = await benchOf(json(answer, status));
  return organizations.members.add({ organizationId: 'org-1', email: 'grace@example.com', role: 'ADMIN' });
};

it('organizations.members.add returns the added member', async () => {
  await expect(add({ data: grace }, 201)).resolves.toMatchObject({
    id: 'user-2',
    type: 'users',
    email: 'grace@example.com',
    role: 'ADMIN',
  });
});

it('organizations.members.add returns the invitation for a user without an account', async () => {
  const answer = { data: { id: 'inv-1', type: 'membershipInvitation', attributes: { email: 'grace@example.com', orgRole: 'admin' } } };
  await expect(add(answer)).resolves.toEqual({ id: 'inv-1', type: 'membershipInvitation', email: 'grace@example.com', orgRole: 'admin' });
});

it('organizations.members.updateRole returns the member with the new role', async () => {
  const { organizations } = await benchOf(json({ data: grace }));
  await expect(organizations.members.updateRole({ organizationId: 'org-1', userId: 'user-2', role: 'ADMIN' })).resolves.toEqual(member);
});

const guards = { isOwnRoleChangeError, isLastOwnerError, isInsufficientPermissionsError };

it.each([
  ['CANNOT_CHANGE_OWN_ROLE', 'isOwnRoleChangeError'],
  ['INVALID_ROLE_TRANSITION', 'isLastOwnerError'],
  ['INSUFFICIENT_PERMISSIONS', 'isInsufficientPermissionsError'],
])('a rejected change of role has the code %s, which %s recognizes with any status and format', async (code, guard) => {
  const answers = [
    json({ errors: [{ code, detail: 'No.' }] }, 422),
    json({ error: { code, message: 'No.' } }, 403),
    json({ code, message: 'No.' }, 400),
    json({ errors: [{ code }] }, 409),
  ];
  for (const answer of answers) {
    const { organizations } = await benchOf(answer);
    const refusal = await failureOf(organizations.members.updateRole({ organizationId: 'org-1', userId: 'user-2', role: 'OWNER' }));
    expect(Object.entries(guards).flatMap(([name, is]) => (is(refusal) ? [name] : []))).toEqual([guard]);
  }
});

it('organizations.members.updateRole is retried after a temporary failure', async () => {
  vi.useFakeTimers();
  const { organizations, wire } = await benchOf([json({}, 503), json({ data: grace })]);
  await passed(organizations.members.updateRole({ organizationId: 'org-1', userId: 'user-2', role: 'ADMIN' }));
  expect(wire.sent).toHaveLength(2);
  expect(wire.sent[1]?.body).toEqual(wire.sent[0]?.body);
});

it.each([json({}), json({ message: 'Removed.' }), new Response(null, { status: 204 })])(
  'organizations.members.remove accepts any successful response: %#',
  async (answer) => {
    const { organizations } = await benchOf(answer);
    await expect(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' })).resolves.toBeUndefined();
  },
);

it.each([
  undefined,
  null,
  new Error('INSUFFICIENT_PERMISSIONS'),
  { code: 'INSUFFICIENT_PERMISSIONS' },
  new PlatformError('http', 'x', { code: 'OTHER' }),
])('guards of role errors return false for %s', (value) => {
  expect([isOwnRoleChangeError(value), isLastOwnerError(value), isInsufficientPermissionsError(value)]).toEqual([false, false, false]);
});
