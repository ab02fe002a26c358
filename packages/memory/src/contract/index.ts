export * as a2a from './a2a.ts';
export * from './chat.ts';
export * from './health.ts';
export * as memories from './memories.ts';
export * as profile from './profile.ts';
export * as sessions from './sessions.ts';
export * as tokens from './tokens.ts';
export * as users from './users.ts';
