import type { ActivityEntry, AgentPass } from '@platform-sdk/agent-passes';
import { deepFreeze } from '../../state/freeze.ts';
import { store } from '../../state/store.ts';
import type { World } from '../../world/state.ts';
import { createTable } from '../../world/table.ts';

/** A pass as lists show it, without its key. */
export interface AgentPassRecord extends AgentPass {
  /** The id of the project. */
  readonly entityId: string;
  title: string;
  active: boolean;
}

export const agentPassRecords = store('agent-passes', () =>
  createTable<AgentPassRecord, 'project'>({ project: ({ entityId }) => [entityId] }),
);

/** Adds an active pass with default values to a project. */
export const addPass = (
  world: World,
  { entityId, title, ...more }: Pick<AgentPassRecord, 'entityId' | 'title'> & Partial<AgentPassRecord>,
): AgentPassRecord => {
  const pass: AgentPassRecord = {
    id: world.id(),
    type: 'agentPass',
    title,
    description: null,
    assetType: 'studio_tool',
    category: 'security',
    entityType: 'project',
    entityId,
    active: true,
    credentialType: 'api_key',
    permissions: [],
    scopes: [],
    allowedReferers: [],
    tags: [],
    expiresAt: null,
    metadata: {},
    ...more,
  };
  world.records(agentPassRecords).set(pass.id, pass);
  return pass;
};

/** The current key of a pass. */
export interface AgentKeyRecord {
  readonly key: string;
  readonly passId: string;
}

/** Keys, by their secret value. */
export const keyRecords = store('agent-pass-keys', () => createTable<AgentKeyRecord, 'pass'>({ pass: ({ passId }) => [passId] }));

/** A request of an agent, with the project and organization of its pass. */
export interface ActivityRecord {
  readonly organizationId: string;
  readonly projectId: string;
  readonly entry: ActivityEntry;
}

/** Logs of agents, by the agent's user id. Requests are sorted by the time of their end. */
export const activityRecords = store('agent-activity', () => new Map<string, ActivityRecord[]>());

/** The maximum number of entries in an agent's log. If the log is full, its older half is removed. */
const MAX_ACTIVITY = 200_000;

export const addActivity = (world: World, record: ActivityRecord): void => {
  const all = world.records(activityRecords);
  const { agent_user_id } = record.entry;
  const own = all.get(agent_user_id) ?? [];
  if (own.length === 0) all.set(agent_user_id, own);
  if (own.length >= MAX_ACTIVITY) own.splice(0, MAX_ACTIVITY / 2);
  own.push(deepFreeze(record));
};
