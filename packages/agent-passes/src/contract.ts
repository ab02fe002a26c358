export * as activity from './contract/activity.ts';
export * from './contract/agent-passes.ts';
