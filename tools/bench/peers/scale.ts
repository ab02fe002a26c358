/** CPU time of one operation of the local platform, with little data and with much. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { measure, pick, report, settings, type Counts } from './case.ts';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';

interface ScaleCase extends Counts {
  readonly way: string;
  /** Records that the platform holds. */
  readonly records: number;
  /** True for work that each record adds to: its cost is divided by their number. */
  readonly isPerRecord: boolean;
}

interface Scene {
  readonly platform: LocalPlatform;
  /** Sends one request to a service; fails unless it succeeds. */
  send(service: keyof ReturnType<LocalPlatform['baseUrls']>, path: string, headers: Record<string, string>): Promise<unknown>;
}

const { way, records, isPerRecord, ...counts } = settings<ScaleCase>();
const local = createLocalPlatform();
const scene: Scene = {
  platform: local,
  async send(service, path, headers) {
    const response = await local.fetch(`${local.baseUrls()[service]}${path}`, { headers });
    if (!response.ok) throw new Error(`${way}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text()) as unknown;
  },
};
const owner = local.account.email;
const numbered = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: records }, (_, index) => make(index));

const signIn = async (): Promise<Record<string, string>> => {
  const { createAuthClient } = await import('@platform-sdk/auth');
  const { createPlatform } = await import('@platform-sdk/core');
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
  await createAuthClient(platform).login({ username: owner, password: local.account.password });
  const { accessToken = '' } = (await platform.session.get()) ?? {};
  return { 'Api-Key': local.apiKey, Authorization: `Bearer ${accessToken}` };
};
const keyPair = (): Record<string, string> => ({
  Authorization: `Basic ${btoa(`${local.projectKeys.publicKey}:${local.projectKeys.secretKey}`)}`,
});
const seedTraces = (): void => {
  const start = Date.now() - 20 * 86_400_000;
  local.seed({
    analytics: [{ projectId: '1', traces: numbered((index) => ({ timestamp: new Date(start + (index % 1000) * 60_000).toISOString() })) }],
  });
};
const seedMemories = (): Record<string, string> => {
  const token = 'mem_bench-secret-token';
  const memories = numbered(
    (index) => `The visitor with the number ${(index * 7919) % 100_003} likes topic ${index} and city ${index % 331}.`,
  );
  local.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'bench@example.com', token, memories }] });
  return { Authorization: `Bearer ${token}` };
};

const ways: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  async 'organizations.list'() {
    local.seed({ organizations: numbered((index) => ({ name: `Organization ${index}`, owner, projects: [`Project ${index}`] })) });
    const headers = await signIn();
    return () => scene.send('organizations', '/organizations', headers);
  },
  async 'memories.duplicates'() {
    const headers = seedMemories();
    return () => scene.send('memory', '/v1/memory/duplicates', headers);
  },
  async 'metrics.daily'() {
    seedTraces();
    return () => scene.send('analytics', '/api/public/metrics/daily', keyPair());
  },
  async 'traces.list, one page'() {
    seedTraces();
    return () => scene.send('analytics', '/api/public/traces?limit=10', keyPair());
  },
  async 'wallets.list, beside wallets of others'() {
    local.seed({ accounts: numbered((index) => ({ email: `user-${index}@example.com`, password: 'difference-engine' })) });
    local.seed({ wallets: numbered((index) => ({ of: `user-${index}@example.com`, credits: 1 })) });
    const headers = await signIn();
    return () => scene.send('organizations', '/wallets', headers);
  },
  async 'seeding of organizations'() {
    const organizations = numbered((index) => ({ name: `Organization ${index}`, owner, projects: [`Project ${index}`] }));
    return async () => {
      local.reset();
      local.seed({ organizations });
    };
  },
};

const work = await pick(ways, way)();
// The garbage of the seeding is not that of the operation.
setFlagsFromString('--expose-gc');
(runInNewContext('gc') as () => void)();
const { cpu, ...rest } = await measure(work, counts);
report({ cpu: isPerRecord ? cpu / records : cpu, ...rest });
