import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlatformError } from '@platform-sdk/core';
import { createSettingsStore, type SettingsStore, type SettingsStoreOptions } from '@platform-sdk/settings';
import { fileSettingsStorage } from '@platform-sdk/settings/node';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { deadOrigin, inTurn, json, reset, startFaultServer, stall, type FaultServer, type Reaction } from './fault-server.ts';
import { signedIn, takeTimers, type Limits, startSignedIn } from './signed-in-clients.ts';

const fine = json(200, {});

interface Bench {
  readonly server: FaultServer;
  readonly settings: SettingsStore;
  readonly errors: PlatformError[];
}

/** Creates the settings of a signed-in user, and a server with this reaction. */
const bench = async (reaction: Reaction, options: SettingsStoreOptions = {}): Promise<Bench> => {
  const { server, platform } = await startSignedIn(reaction);
  const settings = createSettingsStore(platform, options);
  onTestFinished(settings.dispose);
  const errors: PlatformError[] = [];
  settings.onError((error) => errors.push(error));
  return { server, settings, errors };
};

const bodies = ({ requests }: FaultServer): unknown[] => requests.map(({ body }) => JSON.parse(body) as unknown);

/** Resolves when no change is pending. */
const sent = (settings: SettingsStore): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const { fields, pins, steps } = settings.pending();
      if (Object.keys({ ...fields, ...pins, ...steps }).length > 0) return;
      end();
      resolve();
    };
    const end = settings.subscribe(look);
    look();
  });

let limits: Limits;
beforeEach(() => void (limits = takeTimers()));

it.each<readonly [string, Reaction, object]>([
  ['resets the connection', reset, { kind: 'network', code: 'ECONNRESET' }],
  ['returns 500', json(500, { message: 'Out of order.' }), { kind: 'http', status: 500 }],
  ['returns 503', json(503, {}), { kind: 'http', status: 503 }],
])('settings keep their values if the server %s, and send the latest values with a retry', async (_, failure, error) => {
  const { server, settings, errors } = await bench(inTurn(failure, failure, fine));
  settings.set({ theme: 'dark', language: 'de' });
  await server.until(() => server.requests.length === 1);
  settings.set({ theme: 'light' });
  expect(settings.get()).toEqual({ theme: 'light', language: 'de' });
  await sent(settings);
  expect(bodies(server).at(-1)).toEqual({ theme: 'light', language: 'de' });
  expect(server.requests).toHaveLength(3);
  expect(errors).toMatchObject([error, error]);
});

it('settings keep their values if the server is unreachable, and send them after a restart', async () => {
  const directory = newFolder();
  const store = fileSettingsStorage(directory);
  const { platform } = await signedIn(await deadOrigin());
  const first = createSettingsStore(platform, { store });
  const errors: PlatformError[] = [];
  first.onError((error) => errors.push(error));
  first.set({ theme: 'dark' });
  await expect(first.flush()).resolves.toBe(false);
  first.dispose();
  expect(errors).toMatchObject([{ kind: 'network', code: 'ECONNREFUSED', outcome: 'not-sent', attempts: 1 }]);

  const { server, settings } = await bench(fine, { store });
  await vi.waitFor(() => expect(settings.get()).toEqual({ theme: 'dark' }));
  await sent(settings);
  expect(bodies(server)).toEqual([{ theme: 'dark' }]);
});

it('a change of settings without a response times out and is retried', async () => {
  const { server, settings, errors } = await bench(inTurn(stall(), fine));
  settings.set({ theme: 'dark' });
  await server.until(() => server.requests.length === 1);
  limits.expire();
  await sent(settings);
  expect(errors).toMatchObject([{ kind: 'timeout', attempts: 1 }]);
  expect(bodies(server)).toEqual([{ theme: 'dark' }, { theme: 'dark' }]);
});

it('a change of settings that gets 429 waits for the time in Retry-After', async () => {
  const { server, settings, errors } = await bench(inTurn(json(429, {}, { 'Retry-After': '40' }), fine));
  const failed = new Promise((resolve) => settings.onError(resolve));
  settings.set({ theme: 'dark' });
  await failed;
  // The attempt ends shortly after its error is reported.
  await nextTurn();
  expect(errors).toMatchObject([{ status: 429, retryAfterSeconds: 40, attempts: 1 }]);
  const waits = limits.set.filter((ms) => ms > 39_000 && ms <= 40_000);
  expect(waits).toHaveLength(1);
  settings.set({ language: 'de' });
  expect(server.requests).toHaveLength(1);
  limits.expire(40_000);
  await sent(settings);
  expect(bodies(server)).toEqual([{ theme: 'dark' }, { theme: 'dark', language: 'de' }]);
});

it('1,000 changes of a setting without a pause are sent as one PATCH with the last value', async () => {
  const { server, settings } = await bench(fine);
  for (let change = 1; change <= 1000; change++) settings.set({ current_project_id: change });
  await sent(settings);
  expect(bodies(server)).toEqual([{ current_project_id: 1000 }]);
  expect(server.connections()).toBe(1);
});

it('settings are kept and sent although their store throws and the first request is reset', async () => {
  const broken = (): never => {
    throw new Error('The disk is full.');
  };
  const { server, settings } = await bench(inTurn(reset, fine), { store: { getItem: broken, setItem: broken, subscribe: broken } });
  settings.set({ theme: 'dark' });
  expect(settings.get()).toEqual({ theme: 'dark' });
  await sent(settings);
  expect(bodies(server)).toEqual([{ theme: 'dark' }, { theme: 'dark' }]);
});

it('a change of settings is sent by the next process if its process is killed before the request', async () => {
  const directory = newFolder();
  const server = await startFaultServer(fine);
  const script = programAt(new URL('./settings-process.ts', import.meta.url));
  const changes = { theme: 'dark', language: 'de' };
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', script, server.origin, directory, JSON.stringify(changes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  const [, signal] = (await once(child, 'exit')) as [unknown, string];
  expect(signal).toBe('SIGKILL');
  expect(server.requests).toEqual([]);

  const { platform } = await signedIn(server.origin);
  const settings = createSettingsStore(platform, { store: fileSettingsStorage(directory) });
  onTestFinished(settings.dispose);
  await vi.waitFor(() => expect(settings.get()).toEqual(changes));
  await sent(settings);
  expect(bodies(server)).toEqual([changes, { setting_key: 'sidebar', organization_id: 5, pinned_project_ids: [2, 1] }]);
});
