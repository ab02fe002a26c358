import { expect, it } from 'vitest';
import { createCrew, type Crew } from './organization-roles.ts';
import { join, refused } from './projects-scene.ts';
import { idIn, send, type RawAnswer } from './raw-request.ts';

const invitations = ({ organizationId }: Crew): string => `/control/v1/organizations/${organizationId}/invitations`;

const invite = (crew: Crew, by: keyof Crew['tokens'], email: string, orgRole?: string): Promise<RawAnswer> =>
  send(crew.platform, `POST ${invitations(crew)}`, {
    token: crew.tokens[by],
    body: { data: { type: 'membershipInvitation', attributes: { email, ...(orgRole !== undefined && { orgRole }) } } },
  });

const pending = async (crew: Crew): Promise<unknown> =>
  (await send(crew.platform, `GET ${invitations(crew)}`, { token: crew.tokens.mia })).body;

it('organizations.invitations.create sends an e-mail, and grants the role member by default', async () => {
  const crew = await createCrew();
  const { status, body } = await invite(crew, 'adam', 'new@example.com');

  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: expect.any(String) as string,
      type: 'membershipInvitation',
      attributes: {
        email: 'new@example.com',
        orgRole: 'member',
        projectRole: null,
        projectId: null,
        invitedByUserId: crew.ids.adam,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
    },
  });
  expect(crew.platform.inbox.latest('new@example.com')).toMatchObject({ kind: 'invitation', text: 'You are invited to Crew as member.' });
});

it('organizations.invitations.create returns `redirect_to_add_member` if the address has an account', async () => {
  const crew = await createCrew();

  await expect(invite(crew, 'adam', 'ZOE@example.com')).resolves.toMatchObject(refused(422, 'redirect_to_add_member'));
  expect(crew.platform.inbox.all).toEqual([]);
});

it('organizations.invitations.create rejects a second invitation, an invalid address, and callers without permission', async () => {
  const crew = await createCrew();
  await invite(crew, 'adam', 'new@example.com');

  await expect(invite(crew, 'adam', 'New@example.com')).resolves.toMatchObject(refused(422, 'ALREADY_INVITED'));
  await expect(invite(crew, 'adam', 'not an address')).resolves.toMatchObject(refused(422, 'INVALID_EMAIL'));
  await expect(invite(crew, 'mia', 'more@example.com')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(invite(crew, 'adam', 'more@example.com', 'owner')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(invite(crew, 'zoe', 'more@example.com')).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(invite(crew, 'adam', 'more@example.com', 'MEMBER')).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

it('organizations.invitations.list returns only the pending invitations of this organization', async () => {
  const crew = await createCrew();
  await invite(crew, 'olga', 'new@example.com', 'admin');
  crew.platform.seed({ organizations: [{ name: 'Other', owner: 'olga@example.com' }] });

  await expect(pending(crew)).resolves.toMatchObject({
    data: [{ type: 'membershipInvitation', attributes: { email: 'new@example.com', orgRole: 'admin' } }],
  });
});

it('invitations return 404 for strangers', async () => {
  const crew = await createCrew();
  await invite(crew, 'olga', 'new@example.com');

  await expect(send(crew.platform, `GET ${invitations(crew)}`, { token: crew.tokens.zoe })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

const change = { data: { type: 'membershipInvitation', attributes: { orgRole: 'admin' } } };
const one: readonly (readonly [string, string, object | undefined])[] = [
  ['POST', '/resend', undefined],
  ['PATCH', '', change],
  ['DELETE', '', undefined],
];

it.each(one)('invitations reject plain members: %s%s', async (method, rest, body) => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));
  const sent = crew.platform.inbox.all.length;

  await expect(send(crew.platform, `${method} ${invitations(crew)}/${id}${rest}`, { token: crew.tokens.mia, body })).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
  expect(crew.platform.inbox.all).toHaveLength(sent);
  await expect(pending(crew)).resolves.toMatchObject({ data: [{ id, attributes: { orgRole: 'member' } }] });
});

it.each(one)('invitations reject ids of another organization: %s%s', async (method, rest, body) => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));
  const sent = crew.platform.inbox.all.length;
  const { organizations } = crew.platform.seed({ organizations: [{ name: 'Other', owner: 'zoe@example.com' }] });
  const other = `/control/v1/organizations/${organizations[0]!.id}/invitations`;

  await expect(send(crew.platform, `${method} ${other}/${id}${rest}`, { token: crew.tokens.zoe, body })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  expect(crew.platform.inbox.all).toHaveLength(sent);
  await expect(pending(crew)).resolves.toMatchObject({ data: [{ id, attributes: { orgRole: 'member' } }] });
});

it('organizations.invitations.resend sends the e-mail a second time', async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));
  const answer = await send(crew.platform, `POST ${invitations(crew)}/${id}/resend`, { token: crew.tokens.adam });

  expect(answer.status).toBe(200);
  expect(crew.platform.inbox.all.filter(({ to, invitationId }) => to === 'new@example.com' && invitationId === id)).toHaveLength(2);
});

it('organizations.invitations.update replaces the role of a pending invitation', async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));
  crew.platform.clock.advance(1000);
  const body = { data: { type: 'membershipInvitation', attributes: { orgRole: 'admin' } } };
  const answer = await send(crew.platform, `PATCH ${invitations(crew)}/${id}`, { token: crew.tokens.adam, body });

  expect(answer).toMatchObject({
    status: 200,
    body: { data: { id, attributes: { orgRole: 'admin', updatedAt: '2026-01-01T00:00:01.000Z' } } },
  });
  await expect(pending(crew)).resolves.toMatchObject({ data: [{ id, attributes: { orgRole: 'admin' } }] });
});

it('organizations.invitations.remove cancels a pending invitation', async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));

  await expect(send(crew.platform, `DELETE ${invitations(crew)}/${id}`, { token: crew.tokens.adam })).resolves.toMatchObject({
    status: 200,
  });
  await expect(pending(crew)).resolves.toEqual({ data: [] });
  await expect(send(crew.platform, `DELETE ${invitations(crew)}/${id}`, { token: crew.tokens.adam })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

it("pendingInvitations returns the caller's pending invitations, with the name of the organization", async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'New@example.com', 'viewer'));
  const token = await join(crew, 'new@example.com');

  await expect(send(crew.platform, 'GET /control/v1/me/pending_invitations', { token })).resolves.toMatchObject({
    status: 200,
    body: {
      data: [{ id, type: 'membershipInvitation', attributes: { orgRole: 'viewer', organizationName: 'Crew', status: 'pending' } }],
    },
  });
  await expect(send(crew.platform, 'GET /control/v1/me/pending_invitations', { token: crew.tokens.zoe })).resolves.toMatchObject({
    body: { data: [] },
  });
});

it('acceptInvitation makes the caller a member with the invited role, and works only once', async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com', 'admin'));
  const token = await join(crew, 'new@example.com');

  await expect(send(crew.platform, `POST /control/v1/me/accept_invitation/${id}`, { token })).resolves.toMatchObject({ status: 200 });
  await expect(send(crew.platform, `GET /control/v1/organizations/${crew.organizationId}`, { token })).resolves.toMatchObject({
    body: { data: { attributes: { currentUserRole: 'ADMIN' } } },
  });
  await expect(send(crew.platform, `POST /control/v1/me/accept_invitation/${id}`, { token })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  await expect(pending(crew)).resolves.toEqual({ data: [] });
});

it('rejectInvitation removes the invitation without adding a member', async () => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));
  const token = await join(crew, 'new@example.com');

  await expect(send(crew.platform, `DELETE /control/v1/me/reject_invitation/${id}`, { token })).resolves.toMatchObject({ status: 200 });
  await expect(send(crew.platform, `GET /control/v1/organizations/${crew.organizationId}`, { token })).resolves.toMatchObject({
    status: 404,
  });
  await expect(pending(crew)).resolves.toEqual({ data: [] });
});

it.each(['POST /control/v1/me/accept_invitation', 'DELETE /control/v1/me/reject_invitation'])('%s rejects other users', async (line) => {
  const crew = await createCrew();
  const id = idIn(await invite(crew, 'olga', 'new@example.com'));

  for (const token of [crew.tokens.zoe, crew.tokens.olga])
    await expect(send(crew.platform, `${line}/${id}`, { token })).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(pending(crew)).resolves.toMatchObject({ data: [{ id }] });
});
