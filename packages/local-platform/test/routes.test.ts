import { readFileSync } from 'node:fs';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { describe, expect, it } from 'vitest';
import { send } from './raw.ts';

interface Row {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

const documented = JSON.parse(readFileSync(new URL('../../../test/documented-operations.json', import.meta.url), 'utf8')) as Row[];

const bases: Record<string, string> = {
  auth: '/auth/v1',
  organizations: '/control/v1',
  projects: '/control/v1',
  settings: '/control/v1',
  'agent-passes': '/control/v1',
  wallets: '/control/v1',
  analytics: '/analytics',
  memory: '/memory',
  gateway: '/gateway/v1',
  upload: '/upload',
  search: '/search',
  converter: '/converter',
};

const operationAt = async (platform: LocalPlatform, line: string): Promise<string | undefined> => {
  await send(platform, line, { headers: { 'Api-Key': 'none' } });
  return platform.journal.at(-1)?.operation;
};

describe('the local platform', () => {
  it.each(documented)('has a rule for $service $method $path', async ({ service, method, path }) => {
    const base = path.startsWith('/oauth/agent/') ? '/auth/v1' : bases[service];

    await expect(operationAt(createLocalPlatform(), `${method} ${base}${path.replaceAll(/[{}]/g, '')}`)).resolves.toMatch(
      new RegExp(`^(?:${service}|${service.replace(/-./, (part) => part.charAt(1).toUpperCase())})\\.`),
    );
  });

  it.each(['auth', 'organizations'])('has every operation of %s', async (service) => {
    const platform = createLocalPlatform();
    for (const { method, path } of documented.filter((row) => row.service === service)) {
      await send(platform, `${method} ${bases[service]}${path.replaceAll(/[{}]/g, '')}`, { headers: { 'Api-Key': 'none' } });
    }

    expect(platform.journal.filter(({ status }) => status !== 401)).toEqual([]);
    expect(new Set(platform.journal.map(({ operation }) => operation)).size).toBe(platform.journal.length);
  });

  it('prefers a fixed segment to a parameter', async () => {
    const platform = createLocalPlatform();

    await expect(operationAt(platform, 'GET /control/v1/wallet_transfers/pending')).resolves.toBe('wallets.transfers.pending');
    await expect(operationAt(platform, 'POST /control/v1/wallets/transact')).resolves.toBe('wallets.transact');
  });

  it('takes a fixed segment for a parameter where only that leads somewhere', async () => {
    const platform = createLocalPlatform();

    await expect(operationAt(platform, 'GET /control/v1/wallets/create_entity_wallet')).resolves.toBe('wallets.get');
    await expect(operationAt(platform, 'GET /control/v1/wallets/create_entity_wallet/transactions')).resolves.toBe('wallets.transactions');
  });

  it('does not take an empty segment for a parameter', async () => {
    await expect(operationAt(createLocalPlatform(), 'GET /control/v1/organizations//users')).resolves.toBeUndefined();
  });
});
