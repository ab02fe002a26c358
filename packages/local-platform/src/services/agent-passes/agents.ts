import type { ActivityType } from '@platform-sdk/agent-passes';
import type { RequestLogEntry } from '../../world/request-log.ts';
import { projectRecords } from '../projects/records.ts';
import { refuse } from '../../errors/refusal.ts';
import { momentOf } from '../../requests/moments.ts';
import type { World } from '../../world/state.ts';
import { addActivity, agentPassRecords, keyRecords, type AgentPassRecord } from './records.ts';

/** Finds the pass of a request's key, even if the pass is revoked or expired. */
const passOf = ({ headers }: Request, world: World): AgentPassRecord | undefined => {
  const key = headers.get('x-agent-secret-token');
  const found = key === null ? undefined : world.records(keyRecords).get(key);
  return found && world.records(agentPassRecords).get(found.passId);
};

/**
 * Throws if one of the two agent headers is missing, if the key is unknown, or if the pass is revoked or expired. Accepts requests with
 * neither header.
 */
export const admitAgent = (request: Request, world: World): void => {
  const { headers } = request;
  const userId = headers.get('x-agent-user-id');
  if (userId === null && headers.get('x-agent-secret-token') === null) return;
  const pass = passOf(request, world);
  if (!userId || !pass)
    return refuse(403, 'INVALID_AGENT_KEY', 'The user id of the agent is missing, or its key is unknown or was replaced.');
  if (!pass.active) refuse(403, 'AGENT_PASS_REVOKED', 'The agent pass is revoked.');
  if (pass.expiresAt && momentOf('expiresAt', pass.expiresAt) <= world.clock.now())
    refuse(403, 'AGENT_PASS_EXPIRED', 'The agent pass has expired.');
};

/** Logs an agent's request after the service has responded. */
export const recordActivity = (request: Request, { method, path, status = 0, at }: RequestLogEntry, world: World): void => {
  const { headers } = request;
  const agent_user_id = headers.get('x-agent-user-id');
  const pass = agent_user_id ? passOf(request, world) : undefined;
  const project = pass && world.records(projectRecords).projects.get(pass.entityId);
  if (!agent_user_id || !project) return;
  const completed = world.clock.now();
  const success = status < 400;
  addActivity(world, {
    organizationId: project.organizationId,
    projectId: project.id,
    entry: {
      agent_user_id,
      endpoint: path,
      http_method: method,
      status_code: status,
      client_ip: headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '127.0.0.1',
      user_agent: headers.get('user-agent') ?? '',
      started_at: new Date(at).toISOString(),
      completed_at: new Date(completed).toISOString(),
      duration_ms: Math.max(0, Math.round(completed - at)),
      success,
      activity_type: typeOf(path, success),
      error_message: success ? null : `The response had the status ${status}.`,
    },
  });
};

const typeOf = (path: string, success: boolean): ActivityType => {
  if (!success) return 'error';
  return /\/oauth\/token(?:\/refresh)?$/.test(path) ? 'token_generation' : 'api_request';
};
