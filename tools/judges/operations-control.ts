/** Calls every operation of the control plane, in an order in which every call can succeed. */
import type { LocalPlatform } from '@platform-sdk/local-platform';
import { clientsAt, PASSWORD as password, type Clients } from './clients-at.ts';

/** The values that all functions of this file use. */
export interface Stage {
  readonly local: LocalPlatform;
  readonly origin: string;
  /** The clients of the default account. */
  readonly ada: Clients;
  /** The clients of a second account. */
  readonly grace: Clients;
}

const activationCode = ({ local }: Stage, email: string): string =>
  local.inbox.all.findLast(({ kind, to }) => kind === 'activation' && to === email)?.code ?? '';

const codeFor = ({ local }: Stage, address: string): string => {
  const message = local.inbox.latest(address);
  return message?.code ?? message?.token ?? message?.invitationId ?? '';
};

/** Registers and activates an account, whose clients are then signed in. */
const newAccount = async (stage: Stage, email: string): Promise<Clients> => {
  const clients = clientsAt(stage.local, stage.origin);
  const result = await clients.auth.register({ username: email, password });
  if (result.status === 'activation-required')
    await clients.auth.activateByEmail({ userId: result.userId ?? '', code: activationCode(stage, email) });
  return clients;
};

export const account = async (stage: Stage): Promise<void> => {
  const { local, origin, ada, grace } = stage;
  await ada.auth.login({ username: local.account.email, password: local.account.password });
  await grace.auth.login({ username: 'grace@example.com', password });
  const { auth } = clientsAt(local, origin);
  const mary = await auth.register({ username: 'mary@example.com', password });
  if (mary.status !== 'activation-required') throw new Error('A new account needs no activation');
  const { userId = '' } = mary;
  await auth.resendActivation({ userId });
  await auth.activateByEmail({ userId, code: codeFor(stage, 'mary@example.com') });
  const phone = await auth.register({ username: '+4915112345678', password, method: 'phone' });
  if (phone.status === 'activation-required')
    await auth.activateByPhone({ userId: phone.userId ?? '', code: codeFor(stage, '+4915112345678') });
  await auth.validateEmail({ email: 'mary@example.com' });
  await auth.validatePhone({ phoneNumber: '15112345678', countryCode: '49' });
  await auth.requestPasswordReset({ email: 'mary@example.com' });
  await auth.resetPassword({ token: codeFor(stage, 'mary@example.com'), password: `${password}!` });
  await auth.login({ username: 'mary@example.com', password: `${password}!` });
  await auth.changePassword({ current_password: `${password}!`, new_password: password });
  await auth.login({ username: 'mary@example.com', password });
  await auth.tokenInfo();
  const refreshToken = (await ada.platform.session.get())?.refreshToken ?? '';
  await ada.auth.refresh({ refresh_token: refreshToken });
  await auth.logout();
};

export const organization = async (stage: Stage): Promise<void> => {
  const {
    ada: { organizations },
    grace,
  } = stage;
  const { id: organizationId } = await organizations.create({ name: 'Judges' });
  await organizations.list();
  await organizations.get({ organizationId, include: ['users', 'projects'] });
  await organizations.update({ organizationId, name: 'The judges' });
  await organizations.agentPasses.list({ organizationId });
  await organizations.apiKeys.list({ organizationId });
  await organizations.llmApiKeys.list({ organizationId });
  const invite = async (email: string): Promise<string> => {
    await organizations.invitations.create({ organizationId, email, orgRole: 'member' });
    const invitations = await organizations.invitations.list({ organizationId });
    return invitations.at(-1)?.id ?? '';
  };
  const first = await invite('nobody@example.com');
  await organizations.invitations.update({ organizationId, invitationId: first, orgRole: 'viewer' });
  await organizations.invitations.resend({ organizationId, invitationId: first });
  await organizations.invitations.remove({ organizationId, invitationId: first });
  // The invited users register after the invitation, because users with an account would be added directly.
  for (const reply of ['acceptInvitation', 'rejectInvitation'] as const) {
    const email = `${reply}@example.com`.toLowerCase();
    await invite(email);
    const invited = await newAccount(stage, email);
    const [pending] = await invited.organizations.me.pendingInvitations();
    await invited.organizations.me[reply]({ invitationId: pending?.id ?? '' });
  }
  await organizations.members.add({ organizationId, email: 'grace@example.com', role: 'MEMBER' });
  const userId = (await grace.platform.session.get())?.id ?? '';
  await organizations.members.list({ organizationId });
  await organizations.members.updateRole({ organizationId, userId, role: 'ADMIN' });
  await organizations.members.remove({ organizationId, userId });
};

export const project = async (stage: Stage): Promise<void> => {
  const {
    ada: { organizations, projects },
    grace,
  } = stage;
  const organizationId = (await organizations.list())[0]?.id ?? '';
  const { id: projectId } = await projects.create({ organizationId, name: 'Looms' });
  const place = { organizationId, projectId };
  await projects.list({ organizationId, sort: 'name' });
  await projects.get({ ...place, include: ['users', 'apiKeys'] });
  await projects.update({ ...place, name: 'Fine looms' });
  const key = await projects.apiKeys.create({ ...place, note: 'CI' });
  await projects.apiKeys.update({ ...place, apiKeyId: key?.id ?? '', note: 'Builds' });
  await projects.apiKeys.remove({ ...place, apiKeyId: key?.id ?? '' });
  const llmKey = await projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey: 'sk-none-1234567' });
  await projects.llmApiKeys.remove({ ...place, apiKeyId: llmKey?.id ?? '' });
  await projects.invitations.create({ ...place, email: 'nobody@example.com', projectRole: 'member' });
  const invitationId = (await projects.invitations.list(place))[0]?.id ?? '';
  await projects.invitations.resend({ ...place, invitationId });
  await projects.invitations.remove({ ...place, invitationId });
  await projects.members.add({ ...place, email: 'grace@example.com', role: 'VIEWER', orgRole: 'MEMBER' });
  const userId = (await grace.platform.session.get())?.id ?? '';
  await projects.members.list(place);
  await projects.members.updateRole({ ...place, userId, role: 'MEMBER' });
  await projects.access.deny({ ...place, userId });
  await projects.access.restore({ ...place, userId, role: 'MEMBER' });
  await projects.members.remove({ ...place, userId });
  await projects.remove(place);
};

export const settings = async ({ ada: { settings: client, organizations } }: Stage): Promise<void> => {
  await client.get({ includes: ['dashboard'] });
  await client.update({ theme: 'dark', language: 'de', current_project_id: 1 });
  const organization_id = (await organizations.list())[0]?.id ?? '';
  await client.pin({ organization_id, pinned_project_ids: [1] });
  await client.completeOnboardingStep({ stepId: 'agent_pass_discovered' });
};

export const passes = async ({ ada: { agentPasses, organizations, projects } }: Stage): Promise<void> => {
  const orgId = (await organizations.list())[0]?.id ?? '';
  const { id: projectId } = await projects.create({ organizationId: orgId, name: 'Passes' });
  const created = await agentPasses.create({ orgId, projectId, title: 'Deploys', tags: ['ci'] });
  const one = { orgId, projectId, passId: created.id };
  const agent = { agent_user_id: `agent-of-${created.id}` };
  await organizations.list(
    {},
    { headers: { 'X-Agent-Secret-Token': created.meta?.secretKey ?? '', 'X-Agent-User-Id': agent.agent_user_id } },
  );
  await agentPasses.list({ orgId, projectId, tags: ['ci'] });
  await agentPasses.get(one);
  await agentPasses.update({ ...one, title: 'Deploying' });
  await agentPasses.rotateKey(one);
  await agentPasses.revoke(one);
  await agentPasses.activate(one);
  await agentPasses.activity.list({ ...agent, per_page: 2 }).toArray({ limit: 4 });
  await agentPasses.activity.metrics({ ...agent, group_by: 'day' });
  for (const format of ['json', 'csv', 'jsonl'] as const) await (await agentPasses.activity.export({ ...agent, format })).blob();
  await agentPasses.remove(one);
};

export const money = async (stage: Stage): Promise<void> => {
  const { ada, grace, local } = stage;
  const own = async ({ wallets, platform }: Clients): Promise<string> => {
    const id = (await platform.session.get())?.id;
    return (await wallets.list({ entity_type: 'user' })).find(({ entityId }) => entityId === id)?.addressHash ?? '';
  };
  const { wallets } = ada;
  const [from_wallet, to_wallet] = [await own(ada), await own(grace)];
  await wallets.get({ addressHash: from_wallet, cache_bust: 1 });
  await wallets.update({ addressHash: from_wallet, entity_name: 'Purse' });
  const entity_id = (await ada.organizations.list())[0]?.id ?? '';
  await wallets.create({ entity_type: 'organization', entity_id, purpose: 'general', entity_name: 'Spending' });
  await wallets.credit({ addressHash: from_wallet, amount: 10, description: 'A present' });
  await wallets.debit({ addressHash: from_wallet, amount: 1 });
  await wallets.transact({ from_wallet, to_wallet, amount: '2.30', source_asset: 'CREDITS' });
  await wallets.transactions({ addressHash: from_wallet }).toArray({ limit: 2 });
  const transfer = async (): Promise<string> => (await wallets.transfers.create({ from_wallet, to_wallet, amount: 3 }))?.id ?? '';
  const code = (of: string): string => local.inbox.latest(of)?.code ?? '';
  const transferId = await transfer();
  await wallets.transfers.verifySender({ transferId, verification_code: code(local.account.email) });
  await grace.wallets.transfers.pending();
  await grace.wallets.transfers.accept({ transferId, verification_code: code('grace@example.com') });
  const rejected = await transfer();
  await wallets.transfers.verifySender({ transferId: rejected, verification_code: code(local.account.email) });
  await grace.wallets.transfers.reject({ transferId: rejected });
  await wallets.transfers.list({}).toArray({ limit: 2 });
};
