import type { AgentPass } from '@platform-sdk/organizations';

/** A pass as listings show it, and the project it belongs to. */
export type AgentPassRecord = AgentPass & { entityId: string };

export const agentPassRecords = (): Map<string, AgentPassRecord> => new Map();
