import type { ActivityEntry, AgentPass } from '@platform-sdk/agent-passes';

/** A pass as listings show it, without its key. */
export interface AgentPassRecord extends AgentPass {
  /** The id of its project. */
  readonly entityId: string;
  active: boolean;
}

/** By the pass's id. */
export const agentPassRecords = (): Map<string, AgentPassRecord> => new Map();

/** The id of the pass, by its current key. */
export const keyRecords = (): Map<string, string> => new Map();

/** An agent's request, and the project and organization of its pass. */
export interface ActivityRecord {
  readonly organizationId: string;
  readonly projectId: string;
  readonly entry: ActivityEntry;
}

/** In the order in which the requests ended. */
export const activityRecords = (): ActivityRecord[] => [];
