import type { SeedActivity } from '../services/agent-passes/seed.ts';
import type { SeedTrace } from '../services/analytics/seed.ts';
import type { SeedAccount, SeedData } from '../platform/seed-data.ts';
import type { SeedWallet } from '../services/wallets/seed.ts';

const COMPANY = 'Difference Works';
const DAY_MS = 86_400_000;
const DAYS = 730;

const PEOPLE = ['Charles Babbage', 'Mary Somerville', 'Luigi Menabrea', 'Augusta King', 'George Boole', 'Sophia Frend', 'William Farr'];
const PROJECTS = ['Support assistant', 'Contract review', 'Weekly reports'];
const AGENTS = ['agent-support', 'agent-contracts', 'agent-reports'];
const MODELS = [
  { model: 'acme/sage', price: 0.000_015 },
  { model: 'acme/swift', price: 0.000_003 },
  { model: 'thrift/mini', price: 0.000_000_5 },
] as const;
const TOPICS = ['an invoice', 'a refund', 'the delivery', 'a clause', 'the warranty', 'last week', 'a new account'];

/** Returns a generator of pseudorandom numbers from 0 to 1, which are the same in every run. */
const randomFrom = (start: number): (() => number) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Random = () => number;

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/** Returns the amount of work on a day, which grows from day to day and is lower at weekends. */
const loadOf = (day: number, date: Date): number => {
  const isWeekend = date.getUTCDay() % 6 === 0;
  return (1.5 + (4.5 * day) / DAYS) * (isWeekend ? 0.3 : 1);
};

/** Calls `make` for each event of the last two years, oldest first. */
const eachTime = <Item>(now: number, random: Random, scale: number, make: (at: string, index: number) => Item): Item[] => {
  const start = Math.floor(now / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  return Array.from({ length: DAYS }, (_, day) => {
    const midnight = start + day * DAY_MS;
    const count = Math.round(loadOf(day, new Date(midnight)) * scale * (0.6 + 0.8 * random()));
    const times = Array.from({ length: count }, () => midnight + (8 + 10 * random()) * 3_600_000).toSorted((one, other) => one - other);
    return times.map((at, index) => make(new Date(Math.round(at)).toISOString(), index));
  }).flat();
};

const tracesOf = (now: number): SeedTrace[] => {
  const random = randomFrom(1);
  return eachTime(now, random, 1, (timestamp, index): SeedTrace => {
    const { model, price } = pick(random, MODELS);
    const inputUsage = 200 + Math.floor(random() * 3000);
    const outputUsage = 50 + Math.floor(random() * 800);
    const topic = pick(random, TOPICS);
    const failed = random() < 0.04;
    return {
      timestamp,
      name: pick(random, ['chat', 'review', 'report']),
      userId: pick(random, PEOPLE).split(' ')[0]?.toLowerCase() ?? null,
      sessionId: `${timestamp.slice(0, 10)}-${Math.floor(index / 3) + 1}`,
      tags: failed ? ['production', 'failed'] : ['production'],
      input: { question: `A question about ${topic}` },
      output: failed ? null : { answer: `An answer about ${topic}` },
      observations: [
        {
          model,
          inputUsage,
          outputUsage,
          totalCost: Math.round((inputUsage + outputUsage) * price * 1e6) / 1e6,
          seconds: Math.round((0.4 + random() * 6) * 100) / 100,
        },
      ],
      scores: random() < 0.3 ? [{ name: 'helpful', value: Math.round((0.5 + random() / 2) * 100) / 100 }] : [],
    };
  });
};

const activityOf = (now: number): SeedActivity[] => {
  const random = randomFrom(2);
  return eachTime(now, random, 0.8, (at): SeedActivity => {
    const place = Math.floor(random() * AGENTS.length);
    const status = random() < 0.05 ? pick(random, [403, 404, 429, 500]) : 200;
    return {
      of: COMPANY,
      project: PROJECTS[place] ?? '',
      agentUserId: AGENTS[place] ?? '',
      at,
      endpoint: pick(random, ['/memory/v1/chat', '/gateway/v1/chat/completions', '/control/v1/organizations']),
      method: 'POST',
      status,
      durationMs: 20 + Math.floor(random() * random() * 4000),
    };
  });
};

/** Returns transactions for two years: credits are bought every four weeks and used every week. */
const walletsOf = (now: number): SeedWallet[] => {
  const random = randomFrom(3);
  const start = Math.floor(now / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  const weeks = Array.from({ length: Math.floor(DAYS / 7) }, (_, week): SeedWallet[] => {
    const at = start + week * 7 * DAY_MS;
    const used = Math.round((20 + week * 0.5 + random() * 30) * 100) / 100;
    const bought: SeedWallet[] = week % 4 === 0 ? [{ of: COMPANY, credits: 500, at: new Date(at).toISOString() }] : [];
    return [...bought, { of: COMPANY, credits: -used, at: new Date(at + 4 * DAY_MS).toISOString() }];
  });
  return weeks.flat();
};

const accountOf = (name: string): SeedAccount => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { email: `${firstName.toLowerCase()}@example.com`, password: 'difference-engine', firstName, lastName };
};

/** The memories of three demo users, by e-mail address. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  'ada@example.com': [
    'I prefer short answers.',
    'My team is in Turin.',
    'I love tables more than prose.',
    'My manager is Mary.',
    'I work on contracts until Friday.',
  ],
  'charles@example.com': ['I prefer long answers.', 'My workshop is in London.', 'I work on the engine until Monday.'],
  'mary@example.com': ['I prefer answers with sources.', 'My desk is in Edinburgh.'],
};

/** Returns a company with two years of traces, activity and transactions. Two calls with the same time return the same data. */
export const demoData = (now: number): SeedData => ({
  accounts: PEOPLE.map(accountOf),
  organizations: [
    {
      name: COMPANY,
      owner: 'charles@example.com',
      members: [
        { email: 'ada@example.com', role: 'ADMIN' },
        ...PEOPLE.slice(1).map((name) => ({ email: accountOf(name).email, role: 'MEMBER' as const })),
      ],
      projects: PROJECTS.map((name, index) => ({ name, tools: 2 + index, notebooks: 3 - index })),
    },
  ],
  subscriptions: [{ of: COMPANY, tier: 'enterprise' }],
  wallets: walletsOf(now),
  activity: activityOf(now),
  // The default key pair belongs to the first project.
  analytics: [{ projectId: '1', traces: tracesOf(now) }],
  memoryUsers: Object.entries(FACTS).map(([email, facts]) => ({
    email,
    memories: facts.map((content, index) => ({ content, daysOld: index * 30 })),
  })),
});
