import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { can, createOrganizationsClient, isOwnRoleChangeError } from '@platform-sdk/organizations';
import { say, type Environment } from './environment.ts';

export const title = 'Sign in and look after an organization';

/** Registers an account and activates it with the code from its e-mail. */
const newAccount = async ({ options, email, codeFor }: Environment, name: string) => {
  const platform = createPlatform(options);
  const auth = createAuthClient(platform);
  const username = email(name);
  const result = await auth.register({ username, password: 'correct horse battery staple' });
  if (result.status === 'activation-required') await auth.activateByEmail({ userId: result.userId, code: await codeFor(username) });
  say(`${username} registered and activated`);
  return { platform, auth, username, organizations: createOrganizationsClient(platform) };
};

export const run = async (environment: Environment): Promise<void> => {
  const ada = await newAccount(environment, 'ada');
  const grace = await newAccount(environment, 'grace');
  const { auth, organizations, platform } = ada;

  platform.session.subscribe(({ type }) => say(`session: ${type}`));
  const { id: organizationId, name } = await organizations.create({ name: 'Analytical Engines' });
  say(`${name} created`);

  const invited = await organizations.invite({ organizationId, email: environment.email('mary'), orgRole: 'member', role: 'MEMBER' });
  say(`mary: ${invited.outcome}, as nobody has that address`);
  const added = await organizations.invite({ organizationId, email: grace.username, orgRole: 'viewer', role: 'VIEWER' });
  say(`grace: ${added.outcome}, as she has an account`);

  const members = await organizations.members.list({ organizationId });
  const member = members.find(({ email }) => email === grace.username);
  if (member) await organizations.members.updateRole({ organizationId, userId: member.id, role: 'ADMIN' });
  for (const { email, role } of await organizations.members.list({ organizationId })) say(`member: ${email} ${role}`);

  const self = await platform.session.get();
  await organizations.members.updateRole({ organizationId, userId: self?.id ?? '', role: 'MEMBER' }).catch((error: unknown) => {
    if (!isOwnRoleChangeError(error)) throw error;
    say(`refused: ${error.message}`);
  });

  if (self) await auth.refresh({ refresh_token: self.refreshToken });
  const { expiresIn } = await auth.tokenInfo();
  say(`the new access token lives ${Math.round(expiresIn / 60)} minutes more`);
  for (const organization of await organizations.list()) {
    say(`organization: ${organization.name}, may create projects: ${can(organization, 'project.create')}`);
  }

  const { revoked } = await auth.logout();
  say(`signed out, revoked by the server: ${revoked}`);
};
