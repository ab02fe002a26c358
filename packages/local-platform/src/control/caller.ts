import { agentPassRecords, keyRecords } from '../services/agent-passes/records.ts';
import { analyticsRecords } from '../services/analytics/records.ts';
import { memoryRecords } from '../services/memory/records.ts';
import { hashOf } from '../services/memory/tokens.ts';
import { authorizedBy } from '../requests/authorization.ts';
import { accountRecords } from '../world/accounts.ts';
import { sessionRecords } from '../world/sessions.ts';
import type { World } from '../world/state.ts';

/**
 * Returns the account, memory user, project or agent of a request's credentials, even if they have expired. Returns `gateway key` for that
 * key, and `null` for unknown credentials.
 */
export const callerOf = (request: Request, world: World): string | null =>
  bearerOf(request, world) ?? projectOf(request, world) ?? agentOf(request, world) ?? null;

const bearerOf = (request: Request, world: World): string | undefined => {
  const token = authorizedBy('Bearer', request);
  if (token === undefined) return undefined;
  if (token === world.settings.gatewayKey) return 'gateway key';
  const session = world.records(sessionRecords).accessTokens.get(token)?.session;
  if (session) return world.records(accountRecords).accounts.get(session.accountId)?.username;
  const { tokens, users } = world.records(memoryRecords);
  const memoryToken = tokens.get(hashOf(token));
  if (memoryToken) return users.get(memoryToken.userId)?.email;
  const [pair] = world.records(analyticsRecords).keyPairs.by('secret', token);
  return pair && `project ${pair.projectId}`;
};

const projectOf = (request: Request, world: World): string | undefined => {
  const sent = authorizedBy('Basic', request);
  if (sent === undefined) return undefined;
  try {
    const [publicKey = ''] = atob(sent).split(':');
    const pair = world.records(analyticsRecords).keyPairs.get(publicKey);
    return pair && `project ${pair.projectId}`;
  } catch {
    return undefined;
  }
};

const agentOf = ({ headers }: Request, world: World): string | undefined => {
  const found = world.records(keyRecords).get(headers.get('x-agent-secret-token') ?? '');
  const pass = found && world.records(agentPassRecords).get(found.passId);
  return pass && `agent ${headers.get('x-agent-user-id') ?? ''} (${pass.title || pass.id})`;
};
