import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { can, createOrganizationsClient, isRedirectToAddMemberError } from '@platform-sdk/organizations';
import { expect, it } from 'vitest';

/** Registers, activates, creates an organization, and invites two users: with and without an account. */
const journey = async (local: LocalPlatform, options: PlatformOptions): Promise<unknown> => {
  const platform = createPlatform({ apiKey: local.apiKey, validation: 'throw', ...options });
  const auth = createAuthClient(platform);
  const organizations = createOrganizationsClient(platform);

  const registration = await auth.register({ username: 'grace@example.com', password: 'compiler' });
  if (registration.status !== 'activation-required') throw new Error('An activation was expected.');
  const code = local.inbox.latest('grace@example.com')?.code ?? '';
  await auth.activateByEmail({ userId: registration.userId!, code });

  const { id: organizationId } = await organizations.create({ name: 'Compilers' });
  const [listed] = await organizations.list();
  expect(listed).toMatchObject({ id: organizationId, name: 'Compilers', currentUserRole: 'OWNER' });
  expect(can(listed!, 'project.create')).toBe(true);
  expect(listed?.users).toMatchObject([{ email: 'grace@example.com' }]);

  const refusal: unknown = await organizations.invitations
    .create({ organizationId, email: local.account.email })
    .catch((error: unknown) => error);
  expect(isRedirectToAddMemberError(refusal)).toBe(true);
  const known = await organizations.invite({ organizationId, email: local.account.email, orgRole: 'admin', role: 'ADMIN' });
  expect(known).toMatchObject({ outcome: 'added', member: { id: local.account.id, role: 'ADMIN' } });
  const unknown = await organizations.invite({ organizationId, email: 'alan@example.com', orgRole: 'viewer', role: 'VIEWER' });
  expect(unknown).toMatchObject({ outcome: 'invited', invitation: { email: 'alan@example.com', orgRole: 'viewer' } });

  await organizations.members.updateRole({ organizationId, userId: local.account.id, role: 'MEMBER' });
  const detail = await organizations.get({ organizationId, include: ['users'] });
  expect(detail.users.map(({ email, role }) => [email, role])).toEqual([
    ['grace@example.com', 'OWNER'],
    ['ada@example.com', 'MEMBER'],
  ]);

  // The access token has expired, so the next call refreshes the session.
  local.clock.advance(900_000);
  await expect(organizations.invitations.list({ organizationId })).resolves.toHaveLength(1);
  expect(local.requestLog.map(({ operation }) => operation).slice(-3)).toEqual([
    'organizations.invitations.list',
    'auth.refresh',
    'organizations.invitations.list',
  ]);

  const signedOut = await auth.logout();
  await expect(organizations.list()).rejects.toSatisfy((error) => isPlatformError(error) && error.kind === 'session');
  return { ...signedOut, unknownFields: local.requestLog.flatMap(({ unknownFields }) => unknownFields) };
};

it('a user can register, use the services and sign out in the same process', async () => {
  const local = createLocalPlatform();

  await expect(journey(local, { fetch: local.fetch, baseUrls: local.baseUrls() })).resolves.toEqual({ revoked: true, unknownFields: [] });
});

it('a user can register, use the services and sign out over a real port', async () => {
  const local = createLocalPlatform();
  const server = await serve(local);
  try {
    await expect(journey(local, { baseUrls: server.baseUrls })).resolves.toEqual({ revoked: true, unknownFields: [] });
  } finally {
    await server.close();
  }
});

it('an invited person can sign up and accept the invitation', async () => {
  const local = createLocalPlatform();
  const options = { apiKey: local.apiKey, fetch: local.fetch, baseUrls: local.baseUrls(), validation: 'throw' } as const;
  const owner = createPlatform(options);
  await createAuthClient(owner).login({ username: local.account.email, password: local.account.password });
  const [organization] = await createOrganizationsClient(owner).list();
  const organizationId = organization!.id;
  await createOrganizationsClient(owner).invitations.create({ organizationId, email: 'alan@example.com', orgRole: 'viewer' });

  const invited = createPlatform(options);
  const auth = createAuthClient(invited);
  const registration = await auth.register({ username: 'alan@example.com', password: 'enigma' });
  if (registration.status !== 'activation-required') throw new Error('An activation was expected.');
  await auth.activateByEmail({ userId: registration.userId!, code: local.inbox.latest('alan@example.com')?.code ?? '' });
  const { me, get } = createOrganizationsClient(invited);
  const [pending] = await me.pendingInvitations();
  expect(pending).toMatchObject({ organizationName: 'Analytical Engines', orgRole: 'viewer', status: 'pending' });
  await me.acceptInvitation({ invitationId: pending!.id });

  await expect(get({ organizationId })).resolves.toMatchObject({ currentUserRole: 'VIEWER' });
});
