import type { InboxMessage } from '@platform-sdk/local-platform';
import { serviceMethods, type ServiceMethod } from '../../helpers/service-methods.ts';
import { memoryIds, type Actor, type Scene } from './actors.ts';
import type { Random } from './random.ts';
import type { Known, Members } from './reads.ts';

/** The values from which the input of a write is drawn. */
export interface Draw {
  readonly scene: Scene;
  readonly actor: Actor;
  readonly random: Random;
  readonly known: Known;
}

/** Every operation that can change something. */
export const writeMethods: readonly ServiceMethod[] = serviceMethods.filter(({ operation }) => operation.retry !== 'safe');

const MISSING = 'missing';

/** Throws the error of a draw that needs a record that does not exist yet. */
const missing = (name: string): never => {
  throw Object.assign(new Error(`There is no ${name} yet.`), { code: MISSING });
};

/** Returns true for the error of a draw that needs a record that does not exist yet. */
export const isMissing = (error: unknown): boolean => (error as { readonly code?: unknown }).code === MISSING;

/** Returns the known values of a random record for a path parameter. */
const place = ({ known, random }: Draw, name: string): Members => {
  const group = known.places[name] ?? [];
  return group.length > 0 ? random.pick(group) : missing(name);
};

const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
const role = ({ random }: Draw): string => random.pick(ROLES);
const invitationRole = (draw: Draw): string => role(draw).toLowerCase();
const newName = ({ random }: Draw): string => `${random.pick(['renamed', 'other'])} ${random.below(1e6)}`;
const email = ({ random }: Draw): string =>
  random.pick(['ada', 'grace', 'zoe', 'user-1', 'user-2', 'user-3'].map((name) => `${name}@example.com`));
const userId = ({ known, random }: Draw): Members => ({ userId: random.pick(known.userIds) });

/** Returns a project that a test can remove. It never returns project 1, which pays for chats. */
const spareProject = (draw: Draw): Members => {
  const found = place(draw, 'projectId');
  return found['projectId'] === '1' ? missing('project that can be removed') : found;
};

const passIn = (draw: Draw): Members => {
  const { organizationId: orgId, projectId, passId } = place(draw, 'passId');
  // The agent signs in with this pass.
  return passId === draw.scene.agentPassId ? missing('pass that can be removed') : { orgId, projectId, passId };
};

/** Returns a random message of a kind from the inbox. */
const sent = ({ scene, random }: Draw, kind: string, channel?: string): InboxMessage => {
  const found = scene.local.inbox.all.filter((each) => each.kind === kind && each.channel === (channel ?? each.channel));
  return found.length > 0 ? random.pick(found) : missing(`${kind} in the inbox`);
};

const coded = (draw: Draw): Members => {
  const { transferId, code: verification_code } = sent(draw, 'transfer');
  return { transferId, verification_code };
};

const payment = (draw: Draw): Members => ({
  from_wallet: place(draw, 'addressHash')['addressHash'],
  to_wallet: place(draw, 'addressHash')['addressHash'],
  amount: 1 + draw.random.below(3),
});

const activationBy =
  (channel: 'email' | 'sms') =>
  (draw: Draw): Members => {
    const { to, code } = sent(draw, 'activation', channel);
    return { userId: draw.scene.pending.get(to) ?? '', code };
  };

const envelope = { sender_agent_key: 'agent' };
const sayings = ['I live in London.', 'I am allergic to nuts.', 'My name is Ada Lovelace.', 'I like tea.', 'Hello.'];
const messages = [{ role: 'user', content: 'Hello' }];
const searched = (draw: Draw): Members => ({ query: draw.random.pick(['wheel', 'engine']), flow: 'search_only' });
const site = ({ scene }: Draw): string => scene.local.sampleSite;
const said = (draw: Draw): Members => ({ ...place(draw, 'session_id'), message: draw.random.pick(sayings) });
const phone = ({ random }: Draw): string => `+49 30123456${1 + random.below(2)}`;

/** Draws an input for every write. */
export const drawnInputs: Readonly<Record<string, (draw: Draw) => Members>> = {
  'auth.login': ({ actor }) => ({ username: actor.email, password: actor.password }),
  'auth.register': (draw) => {
    const isPhone = draw.random.below(2) === 0;
    return {
      username: isPhone ? phone(draw) : `user-${1 + draw.random.below(2)}@example.com`,
      password: 'p',
      ...(isPhone && { method: 'phone' }),
    };
  },
  'auth.activateByEmail': activationBy('email'),
  'auth.activateByPhone': activationBy('sms'),
  'auth.resendActivation': (draw) => ({ userId: draw.random.pick([...draw.scene.pending.values()]) }),
  'auth.logout': () => ({}),
  'auth.refresh': () => ({}),
  'auth.requestPasswordReset': ({ actor }) => ({ email: actor.email }),
  'auth.resetPassword': (draw) => ({ token: sent(draw, 'password-reset').token, password: 'reset' }),
  'auth.changePassword': ({ actor }) => ({ current_password: actor.password, new_password: `${actor.password}+` }),

  'organizations.create': (draw) => ({ name: newName(draw) }),
  'organizations.update': (draw) => ({ ...place(draw, 'organizationId'), name: newName(draw) }),
  'organizations.members.add': (draw) => ({ ...place(draw, 'organizationId'), email: email(draw), role: role(draw) }),
  'organizations.members.updateRole': (draw) => ({ ...place(draw, 'organizationId'), ...userId(draw), role: role(draw) }),
  'organizations.members.remove': (draw) => ({ ...place(draw, 'organizationId'), ...userId(draw) }),
  'organizations.invitations.create': (draw) => ({ ...place(draw, 'organizationId'), email: email(draw), orgRole: invitationRole(draw) }),
  'organizations.invitations.resend': (draw) => place(draw, 'invitationId'),
  'organizations.invitations.remove': (draw) => place(draw, 'invitationId'),
  'organizations.invitations.update': (draw) => ({ ...place(draw, 'invitationId'), orgRole: invitationRole(draw) }),
  'organizations.me.acceptInvitation': (draw) => place(draw, 'ownInvitationId'),
  'organizations.me.rejectInvitation': (draw) => place(draw, 'ownInvitationId'),

  'projects.create': (draw) => ({ ...place(draw, 'organizationId'), name: newName(draw) }),
  'projects.update': (draw) => ({ ...place(draw, 'projectId'), name: newName(draw) }),
  'projects.remove': spareProject,
  'projects.access.deny': (draw) => ({ ...place(draw, 'projectId'), ...userId(draw) }),
  'projects.access.restore': (draw) => ({ ...place(draw, 'projectId'), ...userId(draw) }),
  'projects.members.add': (draw) => {
    const isOnly = draw.random.below(2) === 0;
    return {
      ...place(draw, 'projectId'),
      email: email(draw),
      role: role(draw),
      ...(isOnly ? { project_only: true } : { orgRole: 'OWNER' }),
    };
  },
  'projects.members.updateRole': (draw) => ({ ...place(draw, 'projectId'), ...userId(draw), role: role(draw) }),
  'projects.members.remove': (draw) => ({ ...place(draw, 'projectId'), ...userId(draw) }),
  'projects.invitations.create': (draw) => ({ ...place(draw, 'projectId'), email: email(draw), projectOnly: draw.random.below(2) === 0 }),
  'projects.invitations.resend': (draw) => place(draw, 'projectInvitationId'),
  'projects.invitations.remove': (draw) => place(draw, 'projectInvitationId'),
  'projects.apiKeys.create': (draw) => ({ ...place(draw, 'projectId'), note: newName(draw) }),
  'projects.apiKeys.update': (draw) => ({ ...place(draw, 'apiKeyId'), note: newName(draw) }),
  'projects.apiKeys.remove': (draw) => place(draw, 'apiKeyId'),
  'projects.llmApiKeys.create': (draw) => ({ ...place(draw, 'projectId'), provider: 'other', secretKey: 'sk-provider-secret' }),
  'projects.llmApiKeys.remove': (draw) => place(draw, 'llmApiKeyId'),

  'settings.update': ({ random }) => ({ theme: random.pick(['light', 'dark']), sidebar_open: random.below(2) === 0 }),
  'settings.pin': (draw) => {
    const { organizationId: organization_id, projectId } = place(draw, 'projectId');
    return { organization_id, pinned_project_ids: draw.random.below(3) ? [Number(projectId)] : [] };
  },
  'settings.completeOnboardingStep': ({ random }) => ({ stepId: 'agent_pass_discovered', value: random.below(2) === 0 }),

  'agent-passes.create': (draw) => {
    const { organizationId: orgId, projectId } = place(draw, 'projectId');
    return { orgId, projectId, title: newName(draw) };
  },
  'agent-passes.update': (draw) => ({ ...passIn(draw), title: newName(draw) }),
  'agent-passes.remove': passIn,
  'agent-passes.rotateKey': passIn,
  'agent-passes.revoke': passIn,
  'agent-passes.activate': passIn,

  'wallets.create': (draw) => {
    const entity_type = draw.random.pick(['organization', 'project'] as const);
    const entity_id = place(draw, `${entity_type}Id`)[`${entity_type}Id`];
    return { entity_type, entity_id, purpose: draw.random.pick(['general', entity_type === 'project' ? 'project_funds' : 'operating']) };
  },
  'wallets.update': (draw) => ({ ...place(draw, 'addressHash'), description: newName(draw) }),
  'wallets.transact': (draw) => ({ ...payment(draw), source_asset: 'CREDITS' }),
  'wallets.debit': (draw) => ({ ...place(draw, 'addressHash'), amount: 1 }),
  'wallets.credit': (draw) => ({ ...place(draw, 'addressHash'), amount: 10 }),
  'wallets.transfers.create': payment,
  'wallets.transfers.verifySender': coded,
  'wallets.transfers.accept': coded,
  'wallets.transfers.reject': (draw) => ({ transferId: coded(draw)['transferId'] }),

  'memory.users.register': ({ random }) => ({
    id: random.pick(memoryIds),
    email: `memory-${random.below(9)}@example.com`,
    first_name: newName({ random } as Draw),
  }),
  'memory.users.setGatewayKey': ({ random }) => ({ api_key: random.pick(['', 'gateway-key-1', 'gateway-key-2']) }),
  'memory.tokens.create': (draw) => ({ name: newName(draw) }),
  'memory.tokens.remove': (draw) => place(draw, 'token_id'),
  'memory.sessions.create': (draw) => ({ metadata: { title: newName(draw) } }),
  'memory.sessions.update': (draw) => ({ ...place(draw, 'session_id'), title: newName(draw) }),
  'memory.sessions.clear': (draw) => place(draw, 'session_id'),
  'memory.chat': said,
  'memory.chatStream': said,
  'memory.memories.search': () => ({ query: 'tea' }),
  'memory.memories.remove': (draw) => place(draw, 'memory_id'),
  'memory.memories.removeAll': ({ random }) => ({ confirm: true, ...(random.below(2) && { app_id: 'other' }) }),
  'memory.memories.deduplicate': () => ({}),
  'memory.profile.merge': (draw) => ({ facts: { city: newName(draw) } }),
  'memory.profile.clear': () => ({}),
  'memory.profile.extract': ({ random }) => ({ text: random.pick(sayings) }),
  'memory.a2a.createConversation': ({ random }) => ({ envelope, user_id: random.pick(memoryIds) }),
  'memory.a2a.chat': (draw) => ({ envelope, user_id: draw.random.pick(memoryIds), ...said(draw) }),

  'gateway.chat': () => ({ model: 'acme/sage', messages }),
  'gateway.chatStream': () => ({ model: 'acme/sage', messages }),
  'upload.upload': ({ random }) => ({ file: new File(['text'], 'notes.txt'), ...(random.below(2) && { translate_to: 'de' }) }),
  'search.search': searched,
  'search.chat': () => ({ messages }),
  'search.chatStream': () => ({ messages }),
  'converter.convert': (draw) => ({ url: site(draw) }),
  'converter.batch': (draw) => ({ urls: [site(draw)] }),
  'converter.crawl': (draw) => ({ url: site(draw), depth: 0 }),
};

/** Draws an input for a write. */
export const inputOf = ({ name }: ServiceMethod, draw: Draw): Members => (drawnInputs[name] ?? missing(`input of ${name}`))(draw);

/** Stores values that only the response to a write contains, and new passwords. */
export const remember = (name: string, { scene, actor }: Draw, input: Members, output: unknown): void => {
  if (name === 'auth.register') scene.pending.set(String(input['username']), String((output as Members)['userId']));
  if (name === 'auth.changePassword') actor.password = String(input['new_password']);
  if (name === 'auth.resetPassword') {
    const reset = scene.local.inbox.all.find(({ token }) => token === input['token']);
    for (const each of scene.actors) if (each.email === reset?.to) each.password = 'reset';
  }
};
