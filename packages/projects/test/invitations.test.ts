import { expect, it } from 'vitest';
import { at, bodyHeaders, empty, json, place, refusal, userHeaders, wire } from './wire.ts';

const attributes = { email: 'new@example.com', projectRole: 'viewer', orgRole: null, projectId: '7', createdAt: '2026-01-15T12:00:00Z' };
const data = { id: 'i-1', type: 'membershipInvitation', attributes };
const one = { ...place, invitationId: 'i-1' };

it('projects.invitations.create sends lower-case roles and projectOnly', async () => {
  const { projects, sent } = wire([json({ data })]);
  const invitation = await projects.invitations.create({
    ...place,
    email: 'new@example.com',
    projectRole: 'viewer',
    orgRole: 'member',
    projectOnly: false,
  });

  expect(sent).toEqual([
    {
      line: `POST ${at}/invitations`,
      headers: bodyHeaders,
      body: '{"data":{"type":"membershipInvitation","attributes":{"email":"new@example.com","projectRole":"viewer","orgRole":"member","projectOnly":false}}}',
    },
  ]);
  expect(invitation).toEqual({ id: 'i-1', type: 'membershipInvitation', ...attributes });
});

it('projects.invitations.create omits a missing role', async () => {
  const { projects, sent } = wire([empty()]);
  await expect(projects.invitations.create({ ...place, email: 'new@example.com' })).resolves.toBeUndefined();
  expect(sent[0]?.body).toBe('{"data":{"type":"membershipInvitation","attributes":{"email":"new@example.com"}}}');
});

it('projects.invitations.create reports that the e-mail address has an account', async () => {
  const { projects } = wire([refusal(422, 'redirect_to_add_member', 'This user has an account.')]);
  await expect(projects.invitations.create({ ...place, email: 'ada@example.com' })).rejects.toMatchObject({
    status: 422,
    code: 'redirect_to_add_member',
    outcome: 'rejected',
  });
});

it.each([
  ['email', { email: '' }],
  ['projectRole', { email: 'a@b.c', projectRole: 'MEMBER' as 'member' }],
  ['orgRole', { email: 'a@b.c', orgRole: 'guest' as 'member' }],
])('projects.invitations.create rejects an invalid %s', async (field, wrong) => {
  await expect(wire([]).projects.invitations.create({ ...place, ...wrong })).rejects.toMatchObject({ kind: 'invalid-input', field });
});

it('projects.invitations.list returns the pending invitations', async () => {
  const { projects, sent } = wire([json({ data: [data] })]);

  await expect(projects.invitations.list(place)).resolves.toEqual([{ id: 'i-1', type: 'membershipInvitation', ...attributes }]);
  expect(sent).toEqual([{ line: `GET ${at}/invitations`, headers: userHeaders, body: '' }]);
});

it('projects.invitations.resend sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.invitations.resend(one)).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `POST ${at}/invitations/i-1/resend`, headers: userHeaders, body: '' }]);
});

it('projects.invitations.resend is not retried after a failure, because it sends an e-mail', async () => {
  const { projects, sent } = wire([json({}, 503)], { retry: {} });
  await expect(projects.invitations.resend(one)).rejects.toMatchObject({ status: 503, outcome: 'unknown' });
  expect(sent).toHaveLength(1);
});

it('projects.invitations.remove sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.invitations.remove(one)).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `DELETE ${at}/invitations/i-1`, headers: userHeaders, body: '' }]);
});
