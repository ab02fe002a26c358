/**
 * Measures calls of the local platform with 10 and with 10,000 records of each kind: `pnpm tool scale`. Fails if an item costs more than
 * 3 times as much with many records. A time is the median of several requests, divided by the items in the response. Use an idle machine.
 */
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createClients, methodIn, serviceMethods, wholeOf } from '../../test/helpers/service-methods.ts';

const FEW = 10;
const MANY = 10_000;
const MAX_RATIO = 3;
const WARM_UP_CALLS = 150;
const MEASURED_CALLS = 9;

const OWNER = { email: 'ada@example.com', password: 'difference-engine' };
const AGENT = 'agent-1';
const UNLIMITED = { limit: Infinity, windowSeconds: 60 };

interface Sample {
  readonly us: number;
  readonly items: number;
}

/** Creates a platform with `count` records of each kind, and the clients of their owner. */
const createScene = async (count: number) => {
  const each = <Item>(create: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => create(index));
  const timeOf = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const local = createLocalPlatform({ rateLimits: { login: UNLIMITED, validation: UNLIMITED } });
  const emails = each((index) => `user-${index}@example.com`);
  const [organization, project] = ['Difference Engines', 'Tables'];
  const { organizations } = local.seed({
    accounts: emails.map((email) => ({ email, password: 'a' })),
    organizations: [
      {
        name: organization,
        owner: OWNER.email,
        members: emails.map((email) => ({ email, role: 'MEMBER' })),
        projects: [project, ...each((index) => `Project ${index}`)],
      },
      ...each((index) => ({ name: `Organization ${index}`, owner: OWNER.email })),
    ],
    subscriptions: [{ of: organization, tier: 'enterprise' }],
    analytics: [{ projectId: '1', traces: each((index) => ({ timestamp: timeOf(index), name: `trace ${index % 10}` })) }],
    wallets: each(() => ({ of: OWNER.email, credits: 1 })),
    activity: each((index) => ({ of: organization, project, agentUserId: AGENT, at: timeOf(index) })),
    memoryUsers: [
      { email: OWNER.email, token: 'memory-token', memories: each((index) => `Visitor ${index} likes topic ${index * 7919}.`) },
    ],
  });
  const organizationId = organizations[0]?.id ?? '';
  let sample: Sample | undefined;
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    projectKeys: local.projectKeys,
    tokens: { memory: 'memory-token' },
    adminAccess: 'local-admin-access',
    retry: { limit: 0 },
    validation: 'off',
    fetch: async (input, init) => {
      const start = performance.now();
      const response = await local.fetch(input, init);
      const text = await response.text();
      const us = 1000 * (performance.now() - start);
      // Counts the items in the text: every object in a list, or every line of a CSV file.
      const isCsv = response.headers.get('content-type')?.includes('csv') ?? false;
      const items = isCsv ? text.split('\n').length : (text.match(/\},\{|\[\{/g) ?? []).length;
      sample = { us, items: Math.max(1, items) };
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return new Response(text, response);
    },
  });
  const clients = createClients(platform);
  const call = async (name: string, input: object = {}): Promise<unknown> => {
    const method = serviceMethods.find((known) => known.name === name);
    if (!method) throw new Error(`The operation ${name} is unknown.`);
    return wholeOf(methodIn(clients, method)(input, { forceRefresh: true }));
  };
  const measure = async (name: string, input: object): Promise<Sample> => {
    await call(name, input);
    if (!sample) throw new Error(`The operation ${name} sent no request.`);
    return sample;
  };
  await call('auth.login', { username: OWNER.email, password: OWNER.password });
  const [wallet] = (await call('wallets.list')) as readonly { readonly addressHash: string }[];
  return { measure, organizationId, addressHash: wallet?.addressHash ?? '' };
};

type Scene = Awaited<ReturnType<typeof createScene>>;

/** The measured calls: the largest lists of every service, searches, and calls that look for one record. */
const callsOf = ({ organizationId, addressHash }: Scene): Readonly<Record<string, object>> => ({
  'auth.login': { username: OWNER.email, password: OWNER.password },
  'auth.validateEmail': { email: 'user-1@example.com' },
  'organizations.list': {},
  'organizations.get': { organizationId, include: ['users', 'projects', 'organization_memberships'] },
  'organizations.members.list': { organizationId },
  'projects.list': { organizationId, sort: 'members_count' },
  'wallets.transactions': { addressHash, page: 2 },
  'wallets.credit': { addressHash, amount: 1 },
  'agent-passes.activity.list': { agent_user_id: AGENT },
  'agent-passes.activity.export': { agent_user_id: AGENT, format: 'csv' },
  'analytics.traces.list': { limit: 10, page: 2 },
  'analytics.metrics.daily': {},
  'memory.memories.list': { limit: 15 },
  'memory.memories.search': { query: 'topic 1' },
});

/** Calls that read every record of the caller. Their cost is divided by the number of records. */
const READ_ALL = [
  'agent-passes.activity.list',
  'analytics.traces.list',
  'analytics.metrics.daily',
  'memory.memories.list',
  'memory.memories.search',
];

const median = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;

/** Returns the cost of an item in microseconds. */
const costOf = async (scene: Scene, name: string, records: number): Promise<number> => {
  const input = callsOf(scene)[name] ?? {};
  const samples: Sample[] = [];
  for (let call = 0; call < MEASURED_CALLS; call++) samples.push(await scene.measure(name, input));
  return median(samples.map(({ us, items }) => us / (READ_ALL.includes(name) ? records : items)));
};

const [few, large] = [await createScene(FEW), await createScene(MANY)];
console.log(`us for an item of: ${''.padEnd(20)} ${String(FEW).padStart(8)} ${String(MANY).padStart(8)}    ratio`);
for (const [name, input] of Object.entries(callsOf(few))) {
  for (let call = 0; call < WARM_UP_CALLS; call++) await few.measure(name, input);
  const [before, after] = [await costOf(few, name, FEW), await costOf(large, name, MANY)];
  const isBad = after / before > MAX_RATIO;
  if (isBad) process.exitCode = 1;
  console.log(
    `${isBad ? '!' : ' '} ${name.padEnd(37)} ${before.toFixed(2).padStart(8)} ${after.toFixed(2).padStart(8)} ${(after / before).toFixed(2).padStart(8)}`,
  );
}
