import { traces } from '@platform-sdk/analytics/contract';
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
  type SchemaData,
} from '@platform-sdk/core/contract';
import { inputError, problemsOf } from '@platform-sdk/core/internal';
import { checkFields } from '../options/check-fields.ts';
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

/** Returns a schema with fields of another schema. Allows any values, because responses contain the values of traces unchanged. */
const anyValues = ({ properties = {} }: SchemaData = unknown, without: readonly string[], added: readonly string[] = []): SchemaData => {
  const names = Object.keys(properties).filter((name) => !without.includes(name));
  return { type: 'object', properties: Object.fromEntries([...names, ...added].map((name) => [name, unknown])) };
};

const { observations, scores } = traces.get.output.properties ?? {};
const DERIVED = ['traceId', 'endTime', 'latency', 'usage', 'calculatedTotalCost', 'timeToFirstToken'];

const trace = {
  type: 'object',
  properties: {
    ...anyValues(traces.get.output, ['htmlPath', 'latency', 'totalCost', '_deprecation']).properties,
    observations: listOf(anyValues(observations?.items, DERIVED, ['inputUsage', 'outputUsage', 'totalCost', 'seconds'])),
    scores: listOf(anyValues(scores?.items, ['dataType', 'stringValue'])),
  },
} as Schema<SeedTrace>;

/** The fields and types of seed data, which may come from a file. */
export const seedData: Schema<SeedData> = object<SeedData>({
  accounts: listOf(account),
  organizations: listOf(organization),
  analytics: listOf(
    object<SeedAnalytics>({
      projectId: string,
      keys: optional(object<NonNullable<SeedAnalytics['keys']>>({ publicKey: string, secretKey: string })),
      traces: optional(either(enumOf('samples'), array<SeedTrace, readonly SeedTrace[]>(trace))),
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

/** Throws for an unknown or missing field, or a wrong type. */
export const checkSeed = (data: SeedData): void => {
  checkFields('seed', seedData, data);
  const [problem] = problemsOf(seedData, data);
  if (problem) throw inputError(`seed: ${problem.field || 'the data'} ${problem.message}`, problem.field || undefined);
};
