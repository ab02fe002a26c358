import { issueKey } from '../services/agent-passes/keys.ts';
import { addPass } from '../services/agent-passes/records.ts';
import { issueTokens } from '../services/auth/tokens.ts';
import { memoryRecords } from '../services/memory/records.ts';
import { issueToken } from '../services/memory/tokens.ts';
import { projectRecords } from '../services/projects/records.ts';
import { accountRecords } from '../world/accounts.ts';
import type { World } from '../world/state.ts';
import { refuse } from '../errors/refusal.ts';
import type { issueKey as contract } from './contract/accounts.ts';
import type { IssuedKey } from './documents.ts';
import type { ControlRules } from './operation.ts';

/** Issues credentials without a sign-in. */
export const issueControlKey: ControlRules<{ readonly issueKey: typeof contract }>['issueKey'] = async (
  { kind, accountId, userId, projectId },
  { platform, internals: { world }, stateChanged },
) => {
  const key =
    kind === 'session'
      ? await session(world, accountId ?? platform.account.id)
      : kind === 'memory-token'
        ? memoryToken(world, userId)
        : agentPass(world, projectId);
  // The event makes open inspector pages reload the state.
  stateChanged('edit');
  return key;
};

const session = async (world: World, accountId: string): Promise<IssuedKey> => {
  const account = world.records(accountRecords).accounts.get(accountId);
  if (!account) return refuse(404, 'UNKNOWN_ACCOUNT', `There is no account ${accountId}.`);
  const { accessToken, refreshToken } = await issueTokens(world, account);
  return { kind: 'session', accessToken, refreshToken };
};

const memoryToken = (world: World, userId: string | undefined): IssuedKey => {
  const { users } = world.records(memoryRecords);
  const id = userId ?? world.id();
  if (userId === undefined) {
    const number = users.size + 1;
    users.set(id, {
      id,
      email: `memory-user-${number}@example.com`,
      first_name: null,
      last_name: null,
      custom_attributes: {},
      gatewayKey: undefined,
      created_at: world.timestamp(),
    });
  }
  if (!users.has(id)) return refuse(404, 'UNKNOWN_USER', `There is no memory user ${id}.`);
  return { kind: 'memory-token', userId: id, token: issueToken(world, id, 'Inspector') };
};

const agentPass = (world: World, projectId: string | undefined): IssuedKey => {
  const { projects } = world.records(projectRecords);
  const id = projectId ?? [...projects.keys()][0] ?? '';
  if (!projects.has(id)) return refuse(404, 'UNKNOWN_PROJECT', `There is no project ${id}.`);
  const pass = addPass(world, { title: 'Inspector', entityId: id });
  const { meta } = issueKey(world, pass);
  return { kind: 'agent-pass', passId: pass.id, secretToken: meta.secretKey, agentUserId: `agent-of-${pass.id}` };
};
