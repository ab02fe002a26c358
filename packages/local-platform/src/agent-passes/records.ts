import type { ActivityEntry, AgentPass } from '@platform-sdk/agent-passes';
import { store } from '../state/store.ts';

/** A pass as listings show it: its key is kept apart. */
export interface AgentPassRecord extends AgentPass {
  /** The id of its project. */
  readonly entityId: string;
  active: boolean;
}

/** By the pass's id. */
export const agentPassRecords = store('agent-passes', () => new Map<string, AgentPassRecord>());

/** The id of the pass, by the key that is good for it now. */
export const keyRecords = store('agent-pass-keys', () => new Map<string, string>());

/** What an agent did, and where its pass belonged. */
export interface ActivityRecord {
  readonly organizationId: string;
  readonly projectId: string;
  readonly entry: ActivityEntry;
}

/** In the order of their ends. */
export const activityRecords = store('agent-activity', (): ActivityRecord[] => []);
