import type * as Accounts from '../src/world/accounts.ts';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { afterEach, expect, it } from 'vitest';
import { attributes } from './projects-scene.ts';
import { idIn, send, signIn } from './raw-request.ts';

/** The number of records of each kind that other users have. */
const OTHERS = 300;

const MAP_METHODS = ['keys', 'values', 'entries', Symbol.iterator] as const;
const originals = MAP_METHODS.map((name) => [name, Object.getOwnPropertyDescriptor(Map.prototype, name)] as const);

afterEach(() => {
  for (const [name, descriptor] of originals) if (descriptor) Object.defineProperty(Map.prototype, name, descriptor);
});

/** Counts the records that loops over maps visit. A rule that scans its store uses such a loop. */
const countVisits = async (run: () => Promise<unknown>): Promise<number> => {
  let visits = 0;
  for (const [name, descriptor] of originals) {
    const original = descriptor?.value as (this: Map<unknown, unknown>) => MapIterator<unknown>;
    Object.defineProperty(Map.prototype, name, {
      ...descriptor,
      *value(this: Map<unknown, unknown>): Generator<unknown> {
        const iterator = original.call(this);
        for (let next = iterator.next(); !next.done; next = iterator.next()) {
          visits++;
          yield next.value;
        }
      },
    });
  }
  try {
    await run();
  } finally {
    for (const [name, descriptor] of originals) if (descriptor) Object.defineProperty(Map.prototype, name, descriptor);
  }
  return visits;
};

interface Caller {
  readonly token: string;
  readonly organizationId: string;
  readonly projectId: string;
}

const numbered = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: OTHERS }, (_, index) => make(index));

const MINE = 'mem_own-token-of-ada';
const OTHERS_TOKEN = 'mem_token-of-others';
const UNLIMITED = { limit: 100_000, windowSeconds: 60 };

/** Creates a platform with one user with few records, and other users with many records of each kind. */
const createCrowdedPlatform = async (): Promise<{ local: LocalPlatform; ada: Caller; other: Caller }> => {
  const local = createLocalPlatform({
    rateLimits: { login: UNLIMITED, registration: UNLIMITED, validation: UNLIMITED, passwordReset: UNLIMITED },
  });
  local.seed({
    accounts: [
      { email: 'other@example.com', password: 'p' },
      ...numbered((index) => ({ email: `user-${index}@example.com`, password: 'p' })),
    ],
    organizations: [
      {
        name: 'Others',
        owner: 'other@example.com',
        members: numbered((index) => ({ email: `user-${index}@example.com`, role: 'MEMBER' as const })),
        projects: numbered((index) => `Project ${index}`),
      },
      ...numbered((index) => ({ name: `Organization ${index}`, owner: 'other@example.com' })),
    ],
    wallets: numbered((index) => ({ of: `user-${index}@example.com`, credits: 5 })),
    activity: numbered((index) => ({ of: 'Others', project: 'Project 1', agentUserId: `agent-${index}`, at: '2026-01-01T00:00:00Z' })),
    analytics: [{ projectId: '2', traces: numbered((index) => ({ name: `trace ${index}` })) }],
    memoryUsers: [
      { id: '0ada0000-0000-4000-8000-000000000001', email: 'ada@example.com', token: MINE, memories: ['I love blue.'] },
      {
        id: '0ada0000-0000-4000-8000-000000000002',
        email: 'other@example.com',
        token: OTHERS_TOKEN,
        memories: numbered((index) => `I love colour ${index}.`),
      },
    ],
  });
  const callerOf = async (email: string, password: string): Promise<Caller> => {
    const { accessToken: token } = await signIn(local, email, password);
    const organizations = (await send(local, 'GET /control/v1/organizations', { token })).body as { data: { id: string }[] };
    const organizationId = organizations.data[0]?.id ?? '';
    const projects = (await send(local, `GET /control/v1/organizations/${organizationId}/projects`, { token }))
      .body as typeof organizations;
    return { token, organizationId, projectId: projects.data[0]?.id ?? '' };
  };
  const [ada, other] = [await callerOf('ada@example.com', 'difference-engine'), await callerOf('other@example.com', 'p')];
  await crowd(local, other);
  return { local, ada, other };
};

/** Creates the records that no seed creates. */
const crowd = async (local: LocalPlatform, { token, organizationId, projectId }: Caller): Promise<void> => {
  const organization = `/control/v1/organizations/${organizationId}`;
  const project = `${organization}/projects/${projectId}`;
  for (let index = 0; index < OTHERS; index++) {
    await signIn(local, 'other@example.com', 'p');
    await send(local, `POST ${project}/agent_passes`, { token, body: { agentPass: { title: `Pass ${index}` } } });
    await send(local, `POST ${project}/llm_api_keys`, {
      token,
      body: attributes({ provider: 'acme', secretKey: 'sk-1234567890' }, { type: 'llm_api_keys' }),
    });
    await send(local, `POST ${organization}/invitations`, {
      token,
      body: attributes({ email: `new-${index}@example.com` }, { type: 'membershipInvitation' }),
    });
    await send(local, 'POST /memory/v1/users/me/tokens', { token: OTHERS_TOKEN, body: { name: `Token ${index}` } });
    await send(local, 'POST /memory/v1/session', { token: OTHERS_TOKEN, body: {} });
    await send(local, 'POST /auth/v1/users/password/reset_request', { body: { email: `user-${index}@example.com` } });
  }
  for (let index = 0; index < 30; index++)
    await send(local, `POST ${project}/api_keys`, { token, body: attributes({ note: `Key ${index}` }) });
};

const JSON_API = '/control/v1';

/** Returns the calls of the small user, by name. */
const callsOf = ({
  local,
  ada,
}: {
  readonly local: LocalPlatform;
  readonly ada: Caller;
}): Readonly<Record<string, () => Promise<unknown>>> => {
  const { token, organizationId, projectId } = ada;
  const organization = `${JSON_API}/organizations/${organizationId}`;
  const project = `${organization}/projects/${projectId}`;
  const as = (line: string, body?: unknown) => send(local, line, { token, ...(body !== undefined && { body }) });
  const memory = (line: string, body?: unknown) => send(local, line, { token: MINE, ...(body !== undefined && { body }) });
  const reads = [
    '/organizations',
    '/organizations/ID',
    '/organizations/ID/users',
    '/organizations/ID/invitations',
    '/organizations/ID/api_keys',
    '/organizations/ID/llm_api_keys',
    '/organizations/ID/agent_passes',
    '/organizations/ID/projects?sort=members_count&has_wallet=false&min_members=1',
    `/organizations/ID/projects/${projectId}?secret=true&include=users,apiKeys,llmApiKeys,agentPasses`,
    `/organizations/ID/projects/${projectId}/users`,
    `/organizations/ID/projects/${projectId}/agent_passes`,
    '/me/pending_invitations',
    '/user_settings',
    '/wallets',
    '/wallet_transfers',
    '/wallet_transfers/pending',
  ].map((path): [string, () => Promise<unknown>] => [`GET ${path}`, () => as(`GET ${JSON_API}${path.replace('ID', organizationId)}`)]);
  return {
    ...Object.fromEntries(reads),
    'sign-in and sign-out': async () => {
      const pair = await signIn(local, 'ada@example.com', 'difference-engine');
      await send(local, 'GET /auth/v1/oauth/token/revoke', { token: pair.accessToken });
    },
    'a password reset': async () => {
      await send(local, 'POST /auth/v1/users/password/reset_request', { body: { email: 'user-1@example.com' } });
      const reset = local.inbox.latest('user-1@example.com')?.token;
      await send(local, 'POST /auth/v1/users/password/reset', { body: { token: reset, password: 'p' } });
    },
    'a project and its removal': async () => {
      const made = await as(`POST ${organization}/projects`, attributes({ name: 'Short' }));
      await as(`DELETE ${organization}/projects/${idIn(made)}`);
    },
    'a pass, a new key and its removal': async () => {
      const made = await as(`POST ${project}/agent_passes`, { agentPass: { title: 'Deploys' } });
      await as(`POST ${project}/agent_passes/${idIn(made)}/rotate_key`);
      await as(`DELETE ${project}/agent_passes/${idIn(made)}`);
    },
    'a member, another role and the removal': async () => {
      const made = await as(
        `POST ${organization}/add_user`,
        attributes({ email: 'user-2@example.com', role: 'MEMBER' }, { type: 'users' }),
      );
      await as(`PATCH ${organization}/members/${idIn(made)}/role`, attributes({ role: 'ADMIN' }));
      await as(`DELETE ${organization}/remove_user/${idIn(made)}`);
    },
    'the activity of an agent': () => as('GET /auth/v1/oauth/agent/activity/logs?agent_user_id=agent'),
    'the metrics of an agent': () => as('GET /auth/v1/oauth/agent/activity/metrics?agent_user_id=agent'),
    'a chat of the gateway': () =>
      send(local, 'POST /gateway/v1/chat/completions', {
        token: local.gatewayKey,
        body: { model: 'acme/swift', messages: [{ role: 'user', content: 'Hello' }] },
      }),
    'a key of another project at the gateway': () =>
      send(local, 'POST /gateway/v1/chat/completions', { token: 'unknown', body: { model: 'acme/swift', messages: [] } }),
    'traces and daily metrics': async () => {
      const headers = { Authorization: `Basic ${btoa(`${local.projectKeys.publicKey}:${local.projectKeys.secretKey}`)}` };
      await send(local, 'GET /analytics/api/public/traces', { headers });
      await send(local, 'GET /analytics/api/public/metrics/daily', { headers });
    },
    'tokens of the memory service': async () => {
      await memory('POST /memory/v1/users/me/tokens', { name: 'Another' });
      const { tokens } = (await memory('GET /memory/v1/users/me/tokens')).body as { tokens: { id: string }[] };
      await send(local, `DELETE /memory/v1/users/me/tokens/${tokens.at(-1)?.id}`, { token: MINE });
    },
    'sessions and memories': async () => {
      await memory('GET /memory/v1/users/me/sessions');
      await memory('GET /memory/v1/memory/me');
      await memory('POST /memory/v1/memory/search', { query: 'colour' });
      await memory('POST /memory/v1/memory/deduplicate');
    },
  };
};

it('no call of a small user scans the records of other users', async () => {
  const scene = await createCrowdedPlatform();
  const visited: Record<string, number> = {};
  for (const [name, call] of Object.entries(callsOf(scene))) {
    const visits = await countVisits(call);
    if (visits >= OTHERS) visited[name] = visits;
  }
  expect(visited).toEqual({});
});

it('the counter of visits detects a full scan', async () => {
  const { local } = await createCrowdedPlatform();
  // The inspector lists every account.
  const inner = new URL('../src/world/accounts.ts', import.meta.url).href;
  const { accountRecords } = (await import(inner)) as typeof Accounts;
  const { accounts } = local.internals.world.records(accountRecords);
  expect(await countVisits(async () => [...accounts.values()].length)).toBeGreaterThan(OTHERS);
});
