import {
  array,
  boolean,
  either,
  enumOf,
  integer,
  number,
  object,
  optional,
  string,
  timestamp,
  unknown,
  type Schema,
} from '@platform-sdk/core/contract';
import { inputError, problemsOf } from '@platform-sdk/core/internal';
import type { SeedActivity } from '../services/agent-passes/seed.ts';
import type { SeedAnalytics, SeedTrace } from '../services/analytics/seed.ts';
import type { SeedSubscription } from '../services/gateway/subscriptions.ts';
import type { SeedMemory, SeedMemoryUser } from '../services/memory/seed.ts';
import type { SeedProject } from '../services/projects/records.ts';
import type { SeedWallet } from '../services/wallets/seed.ts';
import type { SeedAccount, SeedData, SeedOrganization } from './seed-data.ts';

/** Returns the schema of an optional list. */
const listOf = <Item>(item: Schema<Item>): Schema<readonly Item[] | undefined> => optional(array<Item, readonly Item[]>(item));

const account = object<SeedAccount>({ email: string, password: string, firstName: optional(string), lastName: optional(string) });

const organization = object<SeedOrganization>({
  name: string,
  owner: string,
  members: listOf(
    object<NonNullable<SeedOrganization['members']>[number]>({ email: string, role: enumOf('OWNER', 'ADMIN', 'MEMBER', 'VIEWER') }),
  ),
  projects: listOf(
    either(
      string,
      object<SeedProject>({ name: string, tools: optional(integer({ minimum: 0 })), notebooks: optional(integer({ minimum: 0 })) }),
    ),
  ),
});

const activity = object<SeedActivity>({
  of: string,
  project: string,
  agentUserId: string,
  at: timestamp,
  endpoint: optional(string),
  method: optional(string),
  status: optional(integer()),
  durationMs: optional(number()),
});

const memory = object<SeedMemory>({
  content: string,
  importance: optional(number({ minimum: 0, maximum: 1 })),
  daysOld: optional(number()),
  app_id: optional(string),
});

/** The types of seed data, which may come from a file. The fields of traces are not checked, so responses contain them unchanged. */
export const seedData: Schema<SeedData> = object<SeedData>({
  accounts: listOf(account),
  organizations: listOf(organization),
  analytics: listOf(
    object<SeedAnalytics>({
      projectId: string,
      keys: optional(object<NonNullable<SeedAnalytics['keys']>>({ publicKey: string, secretKey: string })),
      traces: optional(either(enumOf('samples'), array<SeedTrace, readonly SeedTrace[]>(unknown as Schema<SeedTrace>))),
    }),
  ),
  wallets: listOf(object<SeedWallet>({ of: string, credits: number(), at: optional(timestamp) })),
  subscriptions: listOf(object<SeedSubscription>({ of: string, tier: enumOf('pro', 'enterprise'), active: optional(boolean) })),
  activity: listOf(activity),
  memoryUsers: listOf(
    object<SeedMemoryUser>({
      id: optional(string),
      email: string,
      token: optional(string),
      gatewayKey: optional(string),
      memories: listOf(either(string, memory)),
    }),
  ),
});

/** Throws for a missing field or a wrong type. */
export const checkSeedTypes = (data: SeedData): void => {
  const [problem] = problemsOf(seedData, data);
  if (problem) throw inputError(`seed: ${problem.field || 'the data'} ${problem.message}`, problem.field || undefined);
};
