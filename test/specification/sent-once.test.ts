import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { json, type RecordingFetch, recordingFetch, sessionDocument, tokens } from '@platform-sdk/test-helpers';

const activation = { userId: 'user-1', code: '123456' };
const pass = { orgId: 'org-1', projectId: '7' };
const coded = { transferId: 't-1', verification_code: '123456' };

const clientsOf = ({ fetch }: RecordingFetch) => {
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1' },
    fetch,
    session: { store: { get: () => ({ ...tokens('a'), receivedAt: Date.now() }), set: () => true } },
    adminAccess: 'admin-1',
    retry: { limit: 5, retryOn429: true },
  });
  return { auth: createAuthClient(platform), passes: createAgentPassesClient(platform), wallets: createWalletsClient(platform) };
};
type Clients = ReturnType<typeof clientsOf>;

/** Every operation that a README promises to send at most once. */
const promised: Readonly<Record<string, (clients: Clients) => Promise<unknown>>> = {
  'auth.login': ({ auth }) => auth.login({ username: 'ada', password: 'x' }),
  'auth.register': ({ auth }) => auth.register({ username: 'ada', password: 'x' }),
  'auth.activateByEmail': ({ auth }) => auth.activateByEmail(activation),
  'auth.activateByPhone': ({ auth }) => auth.activateByPhone(activation),
  'auth.requestPasswordReset': ({ auth }) => auth.requestPasswordReset({ email: 'ada@example.com' }),
  'auth.resetPassword': ({ auth }) => auth.resetPassword({ token: 't', password: 'x' }),
  'auth.logout': ({ auth }) => auth.logout(),
  'agentPasses.create': ({ passes }) => passes.create({ ...pass, title: 'Deploys' }),
  'agentPasses.rotateKey': ({ passes }) => passes.rotateKey({ ...pass, passId: 'pass-1' }),
  'wallets.transact': ({ wallets }) => wallets.transact({ from_wallet: '0xA', to_wallet: '0xB', amount: 1, source_asset: 'CREDITS' }),
  'wallets.debit': ({ wallets }) => wallets.debit({ addressHash: '0xA', amount: 1 }),
  'wallets.credit': ({ wallets }) => wallets.credit({ addressHash: '0xA', amount: 1 }),
  'wallets.transfers.create': ({ wallets }) => wallets.transfers.create({ from_wallet: '0xA', to_wallet: '0xB', amount: 1 }),
  'wallets.transfers.verifySender': ({ wallets }) => wallets.transfers.verifySender(coded),
  'wallets.transfers.accept': ({ wallets }) => wallets.transfers.accept(coded),
  'wallets.transfers.reject': ({ wallets }) => wallets.transfers.reject({ transferId: 't-1' }),
};

const failed = (code: string): Error => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });

const faults: Readonly<Record<string, Response | Error>> = {
  'a refused connection': failed('ECONNREFUSED'),
  'a name that is not found': failed('ENOTFOUND'),
  'a reset connection': failed('ECONNRESET'),
  'a 429 that allows an immediate retry': json({}, 429, { 'Retry-After': '0' }),
  'a 503': json({}, 503),
  'a 408': json({}, 408),
  'a 401': json({}, 401),
};

it('every operation that a README promises to send at most once is sent once after each failure, with the most retries that options allow', async () => {
  const wrong: string[] = [];
  for (const [name, send] of Object.entries(promised)) {
    for (const [fault, answer] of Object.entries(faults)) {
      const wire = recordingFetch(({ url }) => {
        if (url.endsWith('/oauth/token/refresh')) return json(sessionDocument('b'));
        if (answer instanceof Error) throw answer;
        return answer.clone();
      });
      await send(clientsOf(wire)).catch(() => undefined);
      const own = wire.sent.filter(({ url }) => !url.endsWith('/oauth/token/refresh'));
      if (own.length !== 1) wrong.push(`${name} after ${fault}: ${own.length} requests`);
    }
  }
  expect(wrong).toEqual([]);
});
