export { createAgentPassesClient, type ActivityClient, type AgentPassesClient } from './client.ts';
export { isKeyLostError } from './errors.ts';
export type {
  ActivityEntry,
  AgentPassActivityExportResult,
  ActivityPage,
  AgentPassActivityListInput,
  ActivityType,
  AgentMetrics,
  AgentPass,
  AgentPassListInput,
  AgentPassUpdateInput,
  ActivityFormat,
  AgentPassActivityExportInput,
  AgentPassReference,
  AgentPassWithKey,
  AgentPassActivityMetricsInput,
  AgentPassCreateInput,
  UsageGroup,
  UsageMetrics,
  WatchMetricsOptions,
} from './types.ts';
