import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { namesOf, refused } from './projects-scene.ts';
import { send, signIn, type RawAnswer } from './raw-request.ts';

const NEW_YEAR = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

interface Bench {
  readonly list: (query?: string, by?: 'olga' | 'mia') => Promise<RawAnswer>;
  readonly ask: (line: string, body?: unknown) => Promise<RawAnswer>;
  readonly projects: string;
  readonly organizationId: string;
  readonly tomorrow: () => void;
}

/** Creates the projects `banana` (id 3), `Apple` (4) and `cherry` (5), one project a day. Olga owns the organization, and Mia is a member. */
const bench = async (): Promise<Bench> => {
  let now = NEW_YEAR;
  const platform = createLocalPlatform({ clock: { now: () => now } });
  const account = (name: string) => ({ email: `${name}@example.com`, password: 'pass' });
  const member = { email: 'mia@example.com', role: 'MEMBER' } as const;
  const { organizations } = platform.seed({
    accounts: ['olga', 'mia', 'sam'].map(account),
    organizations: [
      {
        name: 'Fruit',
        owner: 'olga@example.com',
        members: [member],
        projects: [{ name: 'Seeded', tools: 2, notebooks: 1 }],
      },
    ],
  });
  const organizationId = organizations[0]!.id;
  const projects = `/control/v1/organizations/${organizationId}/projects`;
  const signedIn = async (name: string) => (await signIn(platform, `${name}@example.com`, 'pass')).accessToken;
  const ask = async (line: string, body?: unknown, by = 'olga') =>
    send(platform, line, { token: await signedIn(by), ...(body !== undefined && { body }) });
  for (const name of ['banana', 'Apple', 'cherry']) {
    now += DAY_MS;
    await ask(`POST ${projects}`, { data: { attributes: { name } } });
  }
  now += DAY_MS;
  return {
    projects,
    organizationId,
    ask,
    list: (query = '', by = 'olga') => ask(`GET ${projects}${query}`, undefined, by),
    tomorrow: () => void (now += DAY_MS),
  };
};

const names = async (answer: Promise<RawAnswer>): Promise<unknown[]> => namesOf(await answer);

it.each([
  ['', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?sort=name', ['Apple', 'Seeded', 'banana', 'cherry']],
  ['?sort=alphabetical', ['Apple', 'banana', 'cherry', 'Seeded']],
  ['?sort=created_at', ['cherry', 'Apple', 'banana', 'Seeded']],
  ['?sort=tools_count', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?sort=notebooks_count', ['Seeded', 'banana', 'Apple', 'cherry']],
])('a list of projects is sorted correctly for %j', async (query, expected) => {
  await expect(names((await bench()).list(query))).resolves.toEqual(expected);
});

it('the order of projects by updated_at starts with the project renamed last', async () => {
  const { list, ask, projects } = await bench();
  await ask(`PATCH ${projects}/3`, { data: { id: '3', type: 'project', attributes: { name: 'Banana' } } });
  await expect(names(list('?sort=updated_at'))).resolves.toEqual(['Banana', 'cherry', 'Apple', 'Seeded']);
});

it('the order of projects by recent_activity starts with the project whose keys or access changed last', async () => {
  const { list, ask, projects, tomorrow } = await bench();
  await ask(`POST ${projects}/4/api_keys`, { data: { attributes: { note: 'CI' } } });
  tomorrow();
  await ask(`POST ${projects}/2/deny_access/nobody`);
  await expect(names(list('?sort=recent_activity'))).resolves.toEqual(['Seeded', 'Apple', 'cherry', 'banana']);
  await expect(names(list('?sort=updated_at'))).resolves.toEqual(['cherry', 'Apple', 'banana', 'Seeded']);
});

it('the order of projects by members_count starts with the project with the most members', async () => {
  const { list, ask, projects } = await bench();
  const sam = { email: 'sam@example.com', role: 'VIEWER', project_only: true };
  await ask(`POST ${projects}/5/add_user`, { data: { type: 'users', attributes: sam } });
  await expect(names(list('?sort=members_count'))).resolves.toEqual(['cherry', 'Seeded', 'banana', 'Apple']);
});

it('the order of projects by tools_count counts agent passes', async () => {
  const { list, ask, projects } = await bench();
  for (const title of ['A', 'B', 'C']) await ask(`POST ${projects}/5/agent_passes`, { agentPass: { title } });
  await expect(names(list('?sort=tools_count'))).resolves.toEqual(['cherry', 'Seeded', 'banana', 'Apple']);
});

it('a list of projects rejects an unknown sort field', async () => {
  await expect((await bench()).list('?sort=size')).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

it.each([
  ['?search=AN', ['banana']],
  ['?search=', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?has_tools=true', ['Seeded']],
  ['?has_tools=false', ['banana', 'Apple', 'cherry']],
  ['?has_notebooks=true', ['Seeded']],
  ['?has_notebooks=false', ['banana', 'Apple', 'cherry']],
  ['?created_after=2026-01-02', ['Apple', 'cherry']],
  ['?created_before=2026-01-03T00:00:00Z', ['Seeded', 'banana']],
  ['?created_after=2026-01-01T12:00:00Z&created_before=2026-01-03T01:00:00%2B01:00', ['banana']],
  ['?created_after=2026-01-02T23:59:59&created_before=2026-01-03T00:00:01', ['Apple']],
  ['?user_role=OWNER', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?user_role=VIEWER', []],
  ['?min_members=2&max_members=2', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?min_members=3', []],
  ['?forceRefresh=true', ['Seeded', 'banana', 'Apple', 'cherry']],
  ['?search=e&has_tools=false&sort=alphabetical', ['Apple', 'cherry']],
])('a list of projects contains only projects that match %j', async (query, expected) => {
  await expect(names((await bench()).list(query))).resolves.toEqual(expected);
});

it("the filter `user_role` matches the caller's role in each project", async () => {
  const { list, ask, projects } = await bench();
  const { body } = await ask(`GET ${projects}/3/users`);
  const mia = (body as { data: { id: string; attributes: { email: string } }[] }).data.find(
    (user) => user.attributes.email === 'mia@example.com',
  );
  await ask(`PATCH ${projects}/3/members/${mia!.id}/role`, { data: { attributes: { role: 'VIEWER' } } });

  await expect(names(list('?user_role=VIEWER', 'mia'))).resolves.toEqual(['banana']);
  await expect(names(list('?user_role=OWNER,VIEWER', 'mia'))).resolves.toEqual(['banana']);
  await expect(names(list('?user_role=MEMBER', 'mia'))).resolves.toEqual(['Seeded', 'Apple', 'cherry']);
});

it('the filter `has_wallet` finds projects with a wallet', async () => {
  const { list, ask, organizationId } = await bench();
  await ask('POST /control/v1/wallets/create_entity_wallet', {
    entity_wallet: {
      entity_type: 'project',
      entity_id: '4',
      purpose: 'project_funds',
      currency: 'CREDITS',
      metadata: { organization_id: organizationId },
    },
  });
  await expect(names(list('?has_wallet=true'))).resolves.toEqual(['Apple']);
  await expect(names(list('?has_wallet=false'))).resolves.toEqual(['Seeded', 'banana', 'cherry']);
});

it('the filters for members count only members with access', async () => {
  const { list, ask, projects } = await bench();
  const sam = { email: 'sam@example.com', role: 'VIEWER', project_only: true };
  await ask(`POST ${projects}/5/add_user`, { data: { type: 'users', attributes: sam } });
  await expect(names(list('?min_members=3'))).resolves.toEqual(['cherry']);
  await expect(names(list('?max_members=2'))).resolves.toEqual(['Seeded', 'banana', 'Apple']);
});

it.each([
  '?user_role=owner',
  '?min_members=-1',
  '?max_members=few',
  '?has_wallet=maybe',
  '?created_after=soon',
  '?created_before=2026-13-01',
  '?created_after=2026-02-30',
  '?search=nothing&created_after=2026-13-45',
  '?search=nothing&created_before=2026-04-31T10:00:00Z',
])('a list of projects rejects the filters %j', async (query) => {
  await expect((await bench()).list(query)).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});
