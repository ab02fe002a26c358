export type { Failure, Fault, Faults } from './faults.ts';
export type { Inbox, Message } from './inbox.ts';
export type { JournalEntry } from './journal.ts';
export { createLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from './platform.ts';
export type { RateLimit, RateLimits } from './rate-limits.ts';
export type { SeedAccount, SeedData, Seeded, SeededAccount, SeedOrganization } from './seed.ts';
export { serve, type LocalServer, type ServeOptions } from './serve.ts';
export type { Assumption } from './service.ts';
export type { LocalClock } from './world.ts';
