export { createAgentPassesClient, type ActivityClient, type AgentPassesClient } from './client.ts';
export { isKeyLost } from './errors.ts';
export type {
  ActivityEntry,
  ActivityExport,
  ActivityPage,
  ActivityQuery,
  ActivityType,
  AgentMetrics,
  AgentPass,
  AgentPassQuery,
  AgentPassUpdate,
  ExportFormat,
  ExportQuery,
  InAgentPass,
  IssuedAgentPass,
  MetricsQuery,
  NewAgentPass,
  UsageGroup,
  UsageMetrics,
  WatchOptions,
} from './types.ts';
