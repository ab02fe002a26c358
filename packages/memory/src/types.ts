export type * from './types/users.ts';
export type * from './types/conversations.ts';
export type * from './types/memories.ts';
export type * from './types/agents.ts';
