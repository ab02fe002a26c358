export * as access from './access.ts';
export * as apiKeys from './api-keys.ts';
export * as invitations from './invitations.ts';
export * as llmApiKeys from './llm-api-keys.ts';
export * as members from './members.ts';
export * from './projects.ts';
