import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { describe, expect, it, onTestFinished } from 'vitest';

const KILLS = 10;
/** What happens to a payment's request, in turn. The service makes the payment unless the request is lost. */
const FATES = ['killed after', 'response lost', 'killed before', 'made', 'request lost', 'killed after', 'made', 'response lost'] as const;
const program = programAt(new URL('./migration-process.ts', import.meta.url));

/** Runs a migration until it ends by itself. Every payment meets the next fate. Returns the references of the payments that were made. */
const migrate = async (orders: readonly string[], hasJournal: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), 'migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const local = createLocalPlatform();
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const wallets = createWalletsClient(platform);
  const [from] = await wallets.list({ entity_type: 'organization' });
  const [to] = await wallets.list({ entity_type: 'user' });
  let child: ReturnType<typeof spawn> | undefined;
  onTestFinished(() => void child?.kill('SIGKILL'));
  let payments = 0;
  let kills = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const isPayment = request.url?.endsWith('/wallets/transact') === true;
    const planned = isPayment ? (FATES[payments++ % FATES.length] ?? 'made') : 'made';
    const fate = planned.startsWith('killed') && kills === KILLS ? 'made' : planned;
    const kill = async (): Promise<void> => {
      kills += 1;
      child?.kill('SIGKILL');
      await once(child as NonNullable<typeof child>, 'exit');
    };
    if (fate === 'killed before') await kill();
    const isLost = fate === 'request lost' || fate === 'killed before';
    const headers = request.headers as Record<string, string>;
    const answer = isLost
      ? undefined
      : await local.fetch(new URL(request.url ?? '', local.baseUrls().organizations), {
          method: request.method ?? 'GET',
          headers,
          ...(body.length > 0 && { body }),
        });
    if (fate === 'killed after') await kill();
    if (fate !== 'made' || !answer) return void request.socket.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');

  const plan = JSON.stringify({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessToken: (await platform.session.get())?.accessToken,
    journal: hasJournal ? join(folder, 'journal.jsonl') : undefined,
    payment: { from_wallet: from?.addressHash, to_wallet: to?.addressHash, source_asset: 'CREDITS' },
    orders,
  });
  for (let signal: unknown = 'SIGKILL'; signal === 'SIGKILL';) {
    child = spawn(process.execPath, ['-C', '@platform-sdk/source', program, plan], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== null) expect(code).toBe(0);
    signal = endedBy;
  }
  const rows = await wallets.transactions({ addressHash: from?.addressHash ?? '', per_page: 100 }).toArray({ limit: 1000 });
  return {
    kills,
    made: rows
      .flatMap(({ metadata }) => (metadata?.['client_reference'] as string | undefined) ?? [])
      .toSorted((a, b) => a.localeCompare(b)),
  };
};

describe('a migration that is killed ten times, with lost requests and responses', () => {
  it.each([
    ['with a journal', true],
    ['without a journal', false],
  ])(
    'pays every order exactly once %s',
    async (_, hasJournal) => {
      const orders = Array.from({ length: 24 }, (__, index) => `order-${String(index).padStart(2, '0')}`);
      const { kills, made } = await migrate(orders, hasJournal);
      expect(made).toEqual(orders);
      expect(kills).toBe(KILLS);
    },
    120_000,
  );
});
