import { can, createOrganizationsClient, isOwnRoleChangeError } from '@platform-sdk/organizations';
import { ownOrganization, signIn, signInAs, unlessGone } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';

export const title = 'Sign in and look after an organization';

/** Signs in, lists the organizations and the members of the first organization, and signs out. */
export const read = async (environment: Environment): Promise<void> => {
  const ada = await signIn(environment);
  const { auth, platform } = ada;
  const organizations = createOrganizationsClient(platform);
  const { id: organizationId } = await ownOrganization(ada);
  for (const { name } of await organizations.list()) say(`organization: ${name}`);
  for (const { email, role } of await organizations.members.list({ organizationId })) say(`member: ${email} ${role}`);
  say(`signed out, revoked by the server: ${(await auth.logout()).revoked}`);
};

export const run = async (environment: Environment): Promise<void> => {
  const ada = await signIn(environment);
  const { auth, platform } = ada;
  platform.session.subscribe(({ type }) => say(`session: ${type}`));
  const organizations = createOrganizationsClient(platform);
  const { id: organizationId, name } = await ownOrganization(ada);
  say(`${ada.username} signed in; their organization is ${name}`);

  await inviteAndPromote(environment, organizationId, organizations);

  const self = await platform.session.get();
  if (self) await auth.refresh({ refresh_token: self.refreshToken });
  const { expiresIn = 0 } = await auth.tokenInfo();
  say(`the new access token lives ${Math.round(expiresIn / 60)} minutes more`);
  for (const organization of await organizations.list()) {
    say(`organization: ${organization.name}, may create projects: ${can(organization, 'project.create')}`);
  }

  const { revoked } = await auth.logout();
  say(`signed out, revoked by the server: ${revoked}`);
};

type Organizations = ReturnType<typeof createOrganizationsClient>;

/** Invites a person without an account and a person with an account. Makes the second person an administrator. */
const inviteAndPromote = async (environment: Environment, organizationId: string, organizations: Organizations): Promise<void> => {
  const grace = await signInAs(environment, 'grace');
  const mary = environment.email('mary') ?? '';
  environment.cleanUp('the invitation and the member', async () => {
    const again = createOrganizationsClient((await signIn(environment)).platform);
    for (const { id, email } of await again.invitations.list({ organizationId }))
      if (email === mary) await unlessGone(again.invitations.remove({ organizationId, invitationId: id }));
    for (const { id, email } of await again.members.list({ organizationId }))
      if (email === grace.username) await unlessGone(again.members.remove({ organizationId, userId: id }));
  });
  const invited = await organizations.invite({ organizationId, email: mary, role: 'MEMBER' });
  say(`mary: ${invited.outcome}, because no account has that address`);
  const added = await organizations.invite({ organizationId, email: grace.username, role: 'VIEWER' });
  say(`grace: ${added.outcome}, as she has an account`);

  const members = await organizations.members.list({ organizationId });
  const member = members.find(({ email }) => email === grace.username);
  if (member) await organizations.members.updateRole({ organizationId, userId: member.id, role: 'ADMIN' });
  for (const { email, role } of await organizations.members.list({ organizationId })) say(`member: ${email} ${role}`);

  const owner = members.find(({ email }) => email === environment.account?.username);
  await organizations.members.updateRole({ organizationId, userId: owner?.id ?? '', role: 'MEMBER' }).catch((error: unknown) => {
    if (!isOwnRoleChangeError(error)) throw error;
    say(`rejected: ${error.detail ?? 'nobody may change their own role'}`);
  });
};
