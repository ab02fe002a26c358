/** CPU of one call: ours over raw fetch and over ky alone. */
import { createOrganizationsClient } from '@platform-sdk/organizations';
import ky from 'ky';
import { inTurns, print, ratio } from './measure.ts';
import { start } from './processes.ts';

const ROUNDS = 31;
const WARM_UPS = 6;
const headers = { 'Api-Key': 'key', Authorization: 'Bearer token' };
const organization = (id: number) => ({
  id: String(id),
  type: 'organization',
  attributes: { name: `Organization ${id}`, currentUserRole: 'OWNER' },
  meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
});
const listed = JSON.stringify({ data: [1, 2, 3].map(organization) });
const created = JSON.stringify({ data: organization(4) });

/** Compares the three ways, with a fetch that answers at once and over loopback. */
export async function benchCalls(): Promise<void> {
  const stub = (json: string) => (): Promise<Response> =>
    Promise.resolve(new Response(json, { headers: { 'Content-Type': 'application/json' } }));
  await compare('GET, stubbed fetch', 150, reads('http://localhost/v1', stub(listed)));
  await compare('POST, stubbed fetch', 150, writes('http://localhost/v1', stub(created)));
  for (const [name, json, ways] of [['GET, loopback', listed, reads] as const, ['POST, loopback', created, writes] as const]) {
    const server = await start<string>('bare-server.ts', { json });
    await compare(name, 50, ways(`${server.first}/v1`, globalThis.fetch));
    server.stop();
  }
}

type Call = () => Promise<unknown>;
interface Calls {
  readonly ours: Call;
  readonly ky: Call;
  readonly raw: Call;
}

async function compare(name: string, calls: number, { ours, ky: alone, raw }: Calls): Promise<void> {
  const ways = { ours: () => cpuOf(ours, calls), ky: () => cpuOf(alone, calls), raw: () => cpuOf(raw, calls) };
  const costs = await inTurns(ways, ROUNDS, WARM_UPS);
  print(`CPU per call over ky alone: ${name}`, ratio(costs, 'ours', 'ky'), 'aim: at most 1.15');
  print(`CPU per call over raw fetch: ${name}`, ratio(costs, 'ours', 'raw'), `no aim; ky alone ${ratio(costs, 'ky', 'raw').toFixed(2)}`);
}

/** Microseconds of CPU of one call, of many made one after the other. */
async function cpuOf(call: Call, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < calls; made++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

function reads(baseUrl: string, fetch: typeof globalThis.fetch): Calls {
  const client = createOrganizationsClient({ baseUrl, apiKey: 'key', accessToken: 'token', fetch });
  const url = `${baseUrl}/organizations`;
  return {
    ours: () => client.list(),
    ky: () => ky.get(url, { headers, fetch }).json(),
    raw: async () => JSON.parse(await (await fetch(url, { headers })).text()) as unknown,
  };
}

function writes(baseUrl: string, fetch: typeof globalThis.fetch): Calls {
  const client = createOrganizationsClient({ baseUrl, apiKey: 'key', accessToken: 'token', fetch });
  const url = `${baseUrl}/organizations`;
  const json = { data: { type: 'organization', attributes: { name: 'Analytical Engines' } } };
  return {
    ours: () => client.create({ name: 'Analytical Engines' }),
    ky: () => ky.post(url, { headers, fetch, json }).json(),
    raw: async () => {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(json) };
      return JSON.parse(await (await fetch(url, init)).text()) as unknown;
    },
  };
}
