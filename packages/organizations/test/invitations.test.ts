import { afterEach, expect, it, vi } from 'vitest';
import { benchOf, json, passed } from './fixtures.ts';

const answered = {
  id: 'inv-1',
  type: 'membershipInvitation',
  attributes: {
    email: 'grace@example.com',
    orgRole: 'admin',
    projectRole: null,
    projectId: null,
    invitedByUserId: 'user-1',
    createdAt: '2026-01-15T09:00:00Z',
    updatedAt: '2026-01-15T09:00:00Z',
  },
};
const invitation = { id: 'inv-1', type: 'membershipInvitation', ...answered.attributes };
const successes = [json({}), json({ message: 'Done.' }), new Response(null, { status: 204 })];

afterEach(() => {
  vi.useRealTimers();
});

it('organizations.invitations.create returns the invitation', async () => {
  const { organizations } = await benchOf(json({ data: answered }, 201));
  await expect(organizations.invitations.create({ organizationId: 'org-1', email: 'grace@example.com' })).resolves.toEqual(invitation);
});

it('organizations.invitations.create sends the role in lower case, as the service requires', async () => {
  const { organizations, wire } = await benchOf(json({ data: answered }));
  await organizations.invitations.create({ organizationId: 'org-1', email: 'grace@example.com', orgRole: 'viewer' });
  expect(wire.only().body).toEqual({
    data: { type: 'membershipInvitation', attributes: { email: 'grace@example.com', orgRole: 'viewer' } },
  });
});

it('organizations.invitations.create omits a missing role', async () => {
  const { organizations, wire } = await benchOf(json({ data: answered }));
  await organizations.invitations.create({ organizationId: 'org-1', email: 'grace@example.com', orgRole: undefined as never });
  expect(wire.only().body).toEqual({ data: { type: 'membershipInvitation', attributes: { email: 'grace@example.com' } } });
});

it('organizations.invitations.list returns the pending invitations', async () => {
  const { organizations } = await benchOf(json({ data: [answered] }));
  await expect(organizations.invitations.list({ organizationId: 'org-1' })).resolves.toEqual([invitation]);
});

it('organizations.invitations.update returns the invitation with its new role', async () => {
  const { organizations } = await benchOf(json({ data: answered }));
  await expect(organizations.invitations.update({ organizationId: 'org-1', invitationId: 'inv-1', orgRole: 'admin' })).resolves.toEqual(
    invitation,
  );
});

it.each(successes)('organizations.invitations.resend and remove accept any successful response: %#', async (answer) => {
  const { organizations } = await benchOf(answer);
  const one = { organizationId: 'org-1', invitationId: 'inv-1' };
  await expect(organizations.invitations.resend(one)).resolves.toBeUndefined();
  await expect(organizations.invitations.remove(one)).resolves.toBeUndefined();
});

it('organizations.invitations.resend and remove fail for an unknown invitation', async () => {
  const { organizations } = await benchOf(json({ message: 'No such invitation.' }, 404));
  const one = { organizationId: 'org-1', invitationId: 'inv-9' };
  await expect(organizations.invitations.resend(one)).rejects.toMatchObject({ status: 404 });
  await expect(organizations.invitations.remove(one)).rejects.toMatchObject({ status: 404 });
});

it('organizations.invitations.remove succeeds if a retry gets 404', async () => {
  vi.useFakeTimers();
  const { organizations, wire } = await benchOf([json({}, 503), json({}, 404)]);
  await expect(passed(organizations.invitations.remove({ organizationId: 'org-1', invitationId: 'inv-1' }))).resolves.toBeUndefined();
  expect(wire.sent).toHaveLength(2);
});

it("organizations.me.pendingInvitations returns the caller's pending invitations with their organizations", async () => {
  const pending = { ...answered, attributes: { ...answered.attributes, organizationName: 'Analytical Engines', status: 'pending' } };
  const { organizations } = await benchOf(json({ data: [pending] }));
  await expect(organizations.me.pendingInvitations()).resolves.toEqual([
    { ...invitation, organizationName: 'Analytical Engines', status: 'pending' },
  ]);
});

it.each(successes)('organizations.me.acceptInvitation and rejectInvitation accept any successful response: %#', async (answer) => {
  const { organizations } = await benchOf(answer);
  await expect(organizations.me.acceptInvitation({ invitationId: 'inv-1' })).resolves.toBeUndefined();
  await expect(organizations.me.rejectInvitation({ invitationId: 'inv-1' })).resolves.toBeUndefined();
});
