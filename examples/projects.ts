import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { ownOrganization, signIn, signInAs, unlessGone } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';

export const title = 'A project with keys and members';

const YEAR_MS = 365 * 86_400_000;

/** Lists the projects, and the members and keys of the first project. */
export const read = async (environment: Environment): Promise<void> => {
  const ada = await signIn(environment);
  const projects = createProjectsClient(ada.platform);
  const { id: organizationId } = await ownOrganization(ada);
  const list = await projects.list({ organizationId, sort: 'alphabetical' });
  say(`projects: ${list.map(({ name }) => name).join(', ')}`);
  const [first] = list;
  if (!first) return;
  const { users, apiKeys } = await projects.get({ organizationId, projectId: first.id, include: ['users', 'apiKeys'] });
  for (const { email, role } of users) say(`member: ${email} ${role}`);
  for (const { note, publicKey } of apiKeys) say(`key: ${note} ${publicKey}`);
};

export const run = async (environment: Environment): Promise<void> => {
  const ada = await signIn(environment);
  const grace = await signInAs(environment, 'grace');
  const projects = createProjectsClient(ada.platform);
  const organizations = createOrganizationsClient(ada.platform);
  const projectsOfGrace = createProjectsClient(grace.platform);
  const mary = environment.email('mary') ?? '';

  const { id: organizationId } = await ownOrganization(ada);
  const { cleanUp } = environment;
  cleanUp('the member', async () => {
    for (const { id, email } of await organizations.members.list({ organizationId }))
      if (email === grace.username) await unlessGone(organizations.members.remove({ organizationId, userId: id }));
  });
  const create = async (name: string) => {
    const project = await projects.create({ organizationId, name });
    cleanUp(`the project ${name}`, () => unlessGone(projects.remove({ organizationId, projectId: project.id })));
    return project;
  };
  const { id: projectId, name } = await create('Bernoulli numbers, an example');
  await create('Looms, an example');
  const place = { organizationId, projectId };
  cleanUp('the invitation', async () => {
    for (const { id, email } of await organizations.invitations.list({ organizationId }))
      if (email === mary) await unlessGone(organizations.invitations.remove({ organizationId, invitationId: id }));
  });
  say(`${name} created, one of ${(await projects.list({ organizationId, sort: 'alphabetical' })).length} projects`);

  const key = await projects.apiKeys.create({ ...place, note: 'CI', expiresAt: new Date(Date.now() + YEAR_MS).toISOString() });
  say(`API key ${key?.note}: ${key?.publicKey}, its secret came once and has ${key?.meta?.secretKey?.length ?? 0} characters`);
  if (key) await projects.apiKeys.update({ ...place, apiKeyId: key.id, note: 'Build server' });
  const llmKey = await projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey: 'sk-not-a-real-key-1234' });
  say(`LLM API key of ${llmKey?.provider}: ${llmKey?.displaySecretKey ?? 'not shown'}`);

  const added = await projects.addUser({ ...place, email: grace.username, role: 'VIEWER', orgRole: 'MEMBER' });
  say(`grace: ${added.outcome}, as she has an account`);
  const invited = await projects.addUser({ ...place, email: mary, role: 'MEMBER', project_only: true });
  say(`mary: ${invited.outcome}, because no account has that address`);

  const project = await projects.get({ ...place, include: ['users', 'apiKeys'] });
  for (const { email, role } of project.users) say(`member: ${email} ${role}`);
  for (const { note, publicKey } of project.apiKeys) say(`key: ${note} ${publicKey}`);

  const user = project.users.find(({ email }) => email === grace.username);
  if (user) {
    await projects.access.deny({ ...place, userId: user.id });
    say(`grace, denied, sees ${(await projectsOfGrace.list({ organizationId })).map((each) => each.name).join(', ')}`);
    await projects.access.restore({ ...place, userId: user.id });
    const seen = await projectsOfGrace.list({ organizationId, sort: 'name', forceRefresh: true });
    say(`grace, restored, sees ${seen.map((each) => each.name).join(', ')}`);
  }

  const { publicKey } = await projects.keyPair(place);
  say(`the key pair for its analytics: ${publicKey} and a secret`);
  await projects.remove(place);
  say(`left: ${(await projects.list({ organizationId })).map((each) => `${each.name}${each.is_default ? ' (default)' : ''}`).join(', ')}`);
};
