import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { say, type Environment } from './environment.ts';

export const title = 'A project with keys and members';

const YEAR_MS = 365 * 86_400_000;

/** Registers an account and activates it with the code from its e-mail. */
const newAccount = async ({ options, email, codeFor }: Environment, name: string) => {
  const platform = createPlatform(options);
  const auth = createAuthClient(platform);
  const username = email(name);
  const result = await auth.register({ username, password: 'correct horse battery staple' });
  if (result.status === 'activation-required') await auth.activateByEmail({ userId: result.userId, code: await codeFor(username) });
  return { username, organizations: createOrganizationsClient(platform), projects: createProjectsClient(platform) };
};

export const run = async (environment: Environment): Promise<void> => {
  const ada = await newAccount(environment, 'ada');
  const grace = await newAccount(environment, 'grace');
  const { organizations, projects } = ada;

  const { id: organizationId } = await organizations.create({ name: 'Analytical Engines' });
  const { id: projectId, name } = await projects.create({ organizationId, name: 'Bernoulli numbers' });
  await projects.create({ organizationId, name: 'Looms' });
  const place = { organizationId, projectId };
  say(`${name} created, the first of ${(await projects.list({ organizationId, sort: 'alphabetical' })).length} projects`);

  const key = await projects.apiKeys.create({ ...place, note: 'CI', expiresAt: new Date(Date.now() + YEAR_MS).toISOString() });
  say(`API key ${key.note}: ${key.publicKey}, its secret came once and has ${key.meta.secretKey.length} characters`);
  await projects.apiKeys.update({ ...place, apiKeyId: key.id, note: 'Build server' });
  const llmKey = await projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey: 'sk-not-a-real-key-1234' });
  say(`LLM API key of ${llmKey?.provider}: ${llmKey?.displaySecretKey ?? 'not shown'}`);

  const added = await projects.addUser({ ...place, email: grace.username, role: 'VIEWER', orgRole: 'MEMBER' });
  say(`grace: ${added.outcome}, as she has an account`);
  const invited = await projects.addUser({ ...place, email: environment.email('mary'), role: 'MEMBER', project_only: true });
  say(`mary: ${invited.outcome}, as nobody has that address`);

  const project = await projects.get({ ...place, include: ['users', 'apiKeys'] });
  for (const { email, role } of project.users ?? []) say(`member: ${email} ${role}`);
  for (const { note, publicKey } of project.apiKeys ?? []) say(`key: ${note} ${publicKey}`);

  const user = project.users?.find(({ email }) => email === grace.username);
  if (user) {
    await projects.access.deny({ ...place, userId: user.id });
    say(`grace, denied, sees ${(await grace.projects.list({ organizationId })).map((each) => each.name).join(', ')}`);
    await projects.access.restore({ ...place, userId: user.id });
    const seen = await grace.projects.list({ organizationId, sort: 'name', forceRefresh: true });
    say(`grace, restored, sees ${seen.map((each) => each.name).join(', ')}`);
  }

  const { publicKey } = await projects.keyPair(place);
  say(`the key pair for its analytics: ${publicKey} and a secret`);
  await projects.remove(place);
  say(`left: ${(await projects.list({ organizationId })).map((each) => `${each.name}${each.is_default ? ' (default)' : ''}`).join(', ')}`);
};
