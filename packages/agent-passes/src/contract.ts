export * as activity from './contract/activity.ts';
export { activate, create, get, list, remove, revoke, rotateKey, update } from './contract/agent-passes.ts';
