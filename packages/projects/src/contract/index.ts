export * as access from './access.ts';
export * as apiKeys from './api-keys.ts';
export * as invitations from './invitations.ts';
export * as llmApiKeys from './llm-api-keys.ts';
export * as members from './members.ts';
export { create, get, list, remove, update } from './projects.ts';
