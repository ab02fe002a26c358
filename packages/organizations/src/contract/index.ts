export * as agentPasses from './agent-passes.ts';
export * as apiKeys from './api-keys.ts';
export * as invitations from './invitations.ts';
export * as llmApiKeys from './llm-api-keys.ts';
export * as me from './me.ts';
export * as members from './members.ts';
export * from './organizations.ts';
