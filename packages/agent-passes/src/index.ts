export { createAgentPassesClient, type ActivityClient, type AgentPassesClient } from './client.ts';
export { isKeyLostError, type KeyLostError } from './errors.ts';
export type {
  ActivityEntry,
  ActivityFormat,
  ActivityPage,
  ActivityType,
  AgentMetrics,
  AgentPass,
  AgentPassActivateInput,
  AgentPassActivityExportInput,
  AgentPassActivityExportResult,
  AgentPassActivityListInput,
  AgentPassActivityMetricsInput,
  AgentPassActivityWatchMetricsInput,
  AgentPassCreateInput,
  AgentPassGetInput,
  AgentPassListInput,
  AgentPassReference,
  AgentPassRemoveInput,
  AgentPassRevokeInput,
  AgentPassRotateKeyInput,
  AgentPassUpdateInput,
  AgentPassWithKey,
  UsageGroup,
  UsageMetrics,
  WatchMetricsOptions,
} from './types.ts';
export { ACTIVITY_FORMATS, ACTIVITY_SORT_ORDERS, ACTIVITY_TYPES, METRICS_PERIODS } from './values.ts';
