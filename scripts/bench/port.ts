/** Requests per second of the local platform's port, over a bare server that answers the same JSON. */
import { inTurns, median, print, ratio } from './measure.ts';
import type { Load } from './load.ts';
import { ask, start } from './processes.ts';

interface Started {
  readonly baseUrls: { readonly auth: string; readonly organizations: string };
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
}

const ROUNDS = 5;
const CONNECTIONS = 16;
const MILLISECONDS = 600;

/** Signs in once, then reads the organizations as often as either server lets it. */
export async function benchPort(): Promise<void> {
  const local = await start<Started>('local-platform-server.ts', {});
  const { baseUrls, apiKey, username, password } = local.first;
  const login = await fetch(`${baseUrls.auth}/oauth/token`, {
    method: 'POST',
    headers: { 'Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await login.json()) as { data: { attributes: { accessToken: string } } };
  const headers = { 'Api-Key': apiKey, Authorization: `Bearer ${data.attributes.accessToken}`, Accept: 'application/json' };
  const url = `${baseUrls.organizations}/organizations`;
  const json = await (await fetch(url, { headers })).text();
  const bare = await start<string>('bare-server.ts', { json });
  try {
    const load = (address: string) => () =>
      ask<number>('load.ts', { url: address, headers, connections: CONNECTIONS, milliseconds: MILLISECONDS } satisfies Load);
    const rates = await inTurns({ local: load(url), bare: load(bare.first) }, ROUNDS, 1);
    const perSecond = (name: string): string => median(rates[name] ?? []).toFixed(0);
    print(
      "requests per second of the local platform's port over a bare one",
      ratio(rates, 'local', 'bare'),
      `no aim; ${perSecond('local')} and ${perSecond('bare')}`,
    );
  } finally {
    local.stop();
    bare.stop();
  }
}
