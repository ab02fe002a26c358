import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it, onTestFinished } from 'vitest';

const KILLS = 10;
/** The fates of the payments, in order. A payment is not made if its request is lost or its process is killed before the request arrives. */
const FATES = ['killed after', 'response lost', 'killed before', 'made', 'request lost', 'killed after', 'made', 'response lost'] as const;
const PAGE = resolve(import.meta.dirname, '../../docs/recipes/payments-migration.md');

/** Writes the program of the recipe into a folder where its imports resolve. */
const writeProgram = (): string => {
  const [, program = ''] = /```ts\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const cache = resolve(import.meta.dirname, '../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'migrate.mjs'), stripTypeScriptTypes(program));
  return folder;
};

/** Runs the migration until it ends. Each request of a payment gets the next entry of `FATES`, which repeats. Returns the number of kills, and all paid references. */
const migrate = async (references: readonly string[]) => {
  const folder = writeProgram();
  const local = createLocalPlatform();
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const wallets = createWalletsClient(platform);
  const [from] = await wallets.list({ entity_type: 'organization' });
  const [to] = await wallets.list({ entity_type: 'user' });
  const rows = references.map((reference) => ({ reference, to_wallet: to?.addressHash, amount: 1 }));
  writeFileSync(join(folder, 'payments.json'), JSON.stringify(rows));
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

  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { auth, organizations } = local.baseUrls();
  const [AUTH_URL = '', API_URL = ''] = [auth, organizations].map((address) => origin + new URL(address).pathname);
  const env = { ...process.env, AUTH_URL, API_URL, SETTLE_MS: '500' };
  for (let signal: unknown = 'SIGKILL'; signal === 'SIGKILL';) {
    child = spawn(process.execPath, ['-C', '@platform-sdk/source', 'migrate.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== null) expect(code).toBe(0);
    signal = endedBy;
  }
  const made = await wallets.transactions({ addressHash: from?.addressHash ?? '', per_page: 100 }).toArray({ limit: 1000 });
  return {
    kills,
    made: made
      .flatMap(({ metadata }) => (metadata?.['client_reference'] as string | undefined) ?? [])
      .toSorted((a, b) => a.localeCompare(b)),
  };
};

it('the migration of the recipe pays every order exactly once, although it is killed ten times', async () => {
  const orders = Array.from({ length: 24 }, (_, index) => `order-${String(index).padStart(2, '0')}`);
  const { kills, made } = await migrate(orders);
  expect(made).toEqual(orders);
  expect(kills).toBe(KILLS);
}, 120_000);
