import { randomUUID } from 'node:crypto';
import { membersOf } from '@platform-sdk/core/internal';
import type { PlatformOptions } from '@platform-sdk/core';
import type { CallChoices, Input } from './caller.ts';
import { valuesAt } from './inputs.ts';
import { hasAddress } from './probes.ts';
import { recordOf, sample, type RunState, type Success } from './run-state.ts';
import { removed, write } from './writes.ts';

/** The options of a run that registers accounts. */
export interface AccountChoices {
  /** The addresses of new accounts, such as `ada+{name}@example.org`. */
  readonly email: string;
  /** Prompts the user for the code or the token from an e-mail. Returns undefined if the user does not respond. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** The organization that the run created, with its project. */
interface Place {
  readonly organizationId: string;
  readonly projectId: string;
}

/** An account that the run registered. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly credentials: CallChoices;
}

/** The run, its options, and functions that call an operation or ask the user. */
interface Scene {
  readonly run: RunState;
  readonly options: PlatformOptions;
  readonly act: (operation: string, input: Input, how?: CallChoices) => Promise<Success | undefined>;
  readonly ask: AccountChoices['ask'];
  readonly allowBilled: boolean;
}

/**
 * Registers an account, creates an organization with a project, and registers a user of the memory service. Uses them for calls that
 * would otherwise change the caller's data. No operation can remove the account, the organization and the memory user. Returns 1 if the
 * project could not be removed, otherwise 0.
 */
export const runAccounts = async (
  run: RunState,
  options: PlatformOptions,
  { email: pattern, ask }: AccountChoices,
  allowBilled: boolean,
): Promise<0 | 1> => {
  const act: Scene['act'] = async (operation, input, how) => (run.signal.aborted ? undefined : write(run, operation, input, how));
  const askForSecret: Scene['ask'] = async (question) => {
    const secret = await ask(question);
    if (secret !== undefined) run.secrets.add(secret);
    return secret;
  };
  const scene: Scene = { run, options, act, ask: askForSecret, allowBilled };
  const email = pattern.replace('{name}', `sdk-drift-${randomUUID().slice(0, 8)}`);
  const place = options.accessToken !== undefined && hasAddress(options, 'organizations') ? await createPlace(scene) : undefined;
  // The address is invited before it is registered, because inviting a registered address would add a member without an invitation.
  const invitationId = place && (await invite(scene, place, email));
  const person = hasAddress(options, 'auth') ? await register(scene, email) : undefined;
  if (place && person) await share(scene, { ...place, invitationId }, person);
  if (person) await replacePassword(scene, person);
  if (hasAddress(options, 'memory')) await useMemory(scene);
  // A stopped run skips `replacePassword`, so the session of the account is ended here.
  if (person && run.signal.aborted) await sample(run, 'auth.logout', {}, { ...person.credentials, evenIfAborted: true });
  return place ? removed(run, 'projects.remove', { ...place }) : 0;
};

const createPlace = async ({ act }: Scene): Promise<Place | undefined> => {
  const name = `SDK drift ${randomUUID().slice(0, 8)}`;
  const organizationId = idIn(await act('organizations.create', { name }));
  if (organizationId === undefined) return undefined;
  await act('organizations.update', { organizationId, name: `${name} again` });
  const projectId = idIn(await act('projects.create', { organizationId, name }));
  return projectId === undefined ? undefined : { organizationId, projectId };
};

/** Invites the new account and another address. Returns the id of the account's invitation to the organization. */
const invite = async ({ act }: Scene, { organizationId, projectId }: Place, email: string): Promise<string | undefined> => {
  const first = await act('organizations.invitations.create', { organizationId, email, orgRole: 'member' });
  const forProject = await act('projects.invitations.create', { organizationId, projectId, email, projectRole: 'member' });
  await withId(forProject, (invitationId) => act('projects.invitations.resend', { organizationId, projectId, invitationId }));
  // The domain is reserved, so nobody receives the mail.
  const other = await act('organizations.invitations.create', { organizationId, email: 'sdk-drift@example.com' });
  await withId(other, async (invitationId) => {
    await act('organizations.invitations.update', { organizationId, invitationId, orgRole: 'viewer' });
    await act('organizations.invitations.resend', { organizationId, invitationId });
    await act('organizations.invitations.remove', { organizationId, invitationId });
  });
  return idIn(first);
};

const register = async ({ run, options, act, ask }: Scene, email: string): Promise<Person | undefined> => {
  const password = newPassword(run);
  const registered = await act('auth.register', { username: email, password, method: 'email' });
  if (!registered) return undefined;
  const { output } = recordOf(run, 'auth.register').named.operation;
  const { userId } = membersOf(output.read?.(registered.document, registered.status));
  let session: Success | undefined = registered;
  if (typeof userId === 'string') {
    await act('auth.resendActivation', { userId });
    const code = await ask(`The last code that was sent to ${email}: `);
    session = code === undefined ? undefined : await act('auth.activateByEmail', { userId, code });
  }
  const [accessToken] = valuesAt(session?.document, 'data.attributes.accessToken');
  const id = idIn(session);
  if (accessToken === undefined || id === undefined) return undefined;
  return { id, email, password, credentials: { options: { ...options, accessToken } } };
};

/** The new account accepts an invitation, rejects another, and changes its settings. Then the owner changes its roles and memberships. */
const share = async (
  { act }: Scene,
  { organizationId, projectId, invitationId }: Place & { readonly invitationId: string | undefined },
  { id: userId, email, credentials }: Person,
): Promise<void> => {
  const pending = valuesAt((await act('organizations.me.pendingInvitations', {}, credentials))?.document, 'data.id');
  const accepted = pending.find((id) => id === invitationId) ?? pending[0];
  const rejected = pending.find((id) => id !== accepted);
  if (accepted !== undefined) await act('organizations.me.acceptInvitation', { invitationId: accepted }, credentials);
  if (rejected !== undefined) await act('organizations.me.rejectInvitation', { invitationId: rejected }, credentials);
  await act('settings.update', { theme: 'dark', language: 'en', sidebar_open: false }, credentials);
  await act('settings.pin', { setting_key: 'sidebar', organization_id: organizationId, pinned_project_ids: [] }, credentials);
  await act('settings.completeOnboardingStep', { stepId: 'is_hidden', value: true }, credentials);
  await act('organizations.members.updateRole', { organizationId, userId, role: 'VIEWER' });
  await act('projects.members.add', { organizationId, projectId, email, role: 'VIEWER', project_only: true });
  await act('projects.members.updateRole', { organizationId, projectId, userId, role: 'MEMBER' });
  await act('projects.access.deny', { organizationId, projectId, userId });
  await act('projects.access.restore', { organizationId, projectId, userId });
  await act('projects.members.remove', { organizationId, projectId, userId });
  await act('organizations.members.remove', { organizationId, userId });
  await act('organizations.members.add', { organizationId, email, role: 'MEMBER' });
  await act('organizations.members.remove', { organizationId, userId });
  const wallet = await act('wallets.create', { entity_type: 'organization', entity_id: organizationId, purpose: 'general' });
  const [addressHash] = valuesAt(wallet?.document, 'data.attributes.addressHash');
  if (addressHash !== undefined) await act('wallets.update', { addressHash, description: 'SDK drift' });
};

/** Changes the password, ends the session, and resets the password. */
const replacePassword = async ({ run, act, ask }: Scene, { email, password, credentials }: Person): Promise<void> => {
  await act('auth.changePassword', { current_password: password, new_password: newPassword(run) }, credentials);
  await act('auth.logout', {}, credentials);
  if (!(await act('auth.requestPasswordReset', { email }))) return;
  const token = await ask(`The token of the password reset that was sent to ${email}: `);
  if (token !== undefined) await act('auth.resetPassword', { token, password: newPassword(run) });
};

/** Registers a user of the memory service, so that no other user's data is read or written. */
const useMemory = async ({ options, act, allowBilled }: Scene): Promise<void> => {
  const id = randomUUID();
  const gatewayKey = options.tokens?.gateway;
  const registered = await act('memory.users.register', {
    id,
    email: `sdk-drift-${id.slice(0, 8)}@example.com`,
    ...(allowBilled && typeof gatewayKey === 'string' && { gateway_api_key: gatewayKey }),
  });
  const [memory] = valuesAt(registered?.document, 'access_token');
  if (memory === undefined) return;
  const own = { options: { ...options, tokens: { ...options.tokens, memory } } };
  await act('memory.tokens.create', { name: 'SDK drift' }, own);
  const [token_id] = valuesAt((await act('memory.tokens.list', {}, own))?.document, 'tokens.id').slice(-1);
  if (token_id !== undefined) await act('memory.tokens.remove', { token_id }, own);
  await act('memory.profile.merge', { facts: { drink: 'tea' } }, own);
  const conversation = await act('memory.a2a.createConversation', { envelope: envelope(), user_id: id }, own);
  const [session_id] = valuesAt(conversation?.document, 'session_id');
  if (session_id !== undefined && allowBilled) {
    await act('memory.a2a.chat', { envelope: envelope(), action: 'chat', session_id, message: 'I prefer tea.', user_id: id }, own);
    const [memory_id] = valuesAt((await act('memory.memories.list', {}, own))?.document, 'memories.id');
    if (memory_id !== undefined) await act('memory.memories.remove', { memory_id }, own);
  }
  await act('memory.users.setGatewayKey', { api_key: 'sk-no-real-key-of-the-drift-check' }, own);
};

const envelope = () => ({ message_id: randomUUID(), sender_agent_key: 'sdk-drift', timestamp: new Date().toISOString() });

const newPassword = ({ secrets }: RunState): string => {
  const password = `${randomUUID()}-Aa1`;
  secrets.add(password);
  return password;
};

const idIn = (written: Success | undefined): string | undefined => valuesAt(written?.document, 'data.id')[0];

const withId = async (written: Success | undefined, use: (id: string) => Promise<unknown>): Promise<void> => {
  const id = idIn(written);
  if (id !== undefined) await use(id);
};
