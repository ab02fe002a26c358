import type { ActivityEntry, AgentPass } from '@platform-sdk/agent-passes';
import { store } from '../state/store.ts';

/** A pass as listings show it, without its key. */
export interface AgentPassRecord extends AgentPass {
  /** The id of its project. */
  readonly entityId: string;
  active: boolean;
}

/** By the pass's id. */
export const agentPassRecords = store('agent-passes', () => new Map<string, AgentPassRecord>());

/** The id of the pass, by its current key. */
export const keyRecords = store('agent-pass-keys', () => new Map<string, string>());

/** An agent's request, and the project and organization of its pass. */
export interface ActivityRecord {
  readonly organizationId: string;
  readonly projectId: string;
  readonly entry: ActivityEntry;
}

/** In the order in which the requests ended. */
export const activityRecords = store('agent-activity', (): ActivityRecord[] => []);
