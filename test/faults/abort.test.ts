import { getEventListeners } from 'node:events';
import type { PlatformError } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { answerOf, byPath, inTurn, json, reset, stall, startFaultServer } from './fault-server.ts';
import {
  atHeaders,
  failureOf,
  organizationDocument,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedIn,
  type Scene,
  startSignedIn,
} from './signed-in-clients.ts';

const beginning = stall(answerOf(200, { 'Content-Type': 'application/json' }, '{"data":', 500));

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const facts = ({ kind, operation, outcome }: PlatformError): object => ({ kind, operation, outcome });

interface Kind {
  readonly name: string;
  readonly run: (scene: Scene, signal: AbortSignal) => Promise<unknown>;
}

const kinds: readonly Kind[] = [
  { name: 'organizations.list', run: ({ organizations }, signal) => organizations.list({}, { signal }) },
  { name: 'organizations.get', run: ({ organizations }, signal) => organizations.get({ organizationId: 'org-1' }, { signal }) },
  { name: 'organizations.create', run: ({ organizations }, signal) => organizations.create({ name: 'Acme' }, { signal }) },
  {
    name: 'auth.login',
    run: ({ auth }, signal) => auth.login({ username: 'ada@example.com', password: 'planted-password-1d3e' }, { signal }),
  },
];

describe.each(kinds)('abort of $name', ({ name, run }) => {
  it('an abort before the call opens no connection', async () => {
    const server = await startFaultServer(stall());
    const scene = await signedIn(server.origin);
    const signal = AbortSignal.abort();
    const error = await failureOf(run(scene, signal));
    expect(facts(error)).toEqual({ kind: 'aborted', operation: name, outcome: 'not-sent' });
    expect(error.attempts ?? 0).toBe(0);
    expect(server.connections()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  it('an abort before the headers rejects the call and closes the connection', async () => {
    const server = await startFaultServer(stall());
    const scene = await signedIn(server.origin);
    const controller = new AbortController();
    const failed = failureOf(run(scene, controller.signal));
    await server.until(() => server.requests.length === 1);
    controller.abort();
    expect(facts(await failed)).toEqual({ kind: 'aborted', operation: name, outcome: 'unknown' });
    await server.until(() => server.open() === 0);
    expect(listeners(controller.signal)).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('an abort during the body rejects the call and closes the connection', async () => {
    const server = await startFaultServer(beginning);
    const controller = new AbortController();
    const scene = await signedIn(
      server.origin,
      atHeaders(() => setImmediate(() => controller.abort())),
    );
    const error = await failureOf(run(scene, controller.signal));
    expect(error).toMatchObject({ kind: 'aborted', operation: name });
    expect(['unknown', 'likely-applied']).toContain(error.outcome);
    await server.until(() => server.open() === 0);
    expect(listeners(controller.signal)).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

it.each([
  {
    of: 'a read after a reset',
    origin: reset,
    outcome: 'unknown',
    run: ({ organizations }: Scene, signal: AbortSignal) => organizations.list({}, { signal }),
  },
  {
    of: 'a cached read',
    origin: reset,
    outcome: 'unknown',
    run: ({ organizations }: Scene, signal: AbortSignal) => organizations.get({ organizationId: 'org-1' }, { signal }),
  },
  {
    of: 'a rename',
    origin: json(503, {}),
    outcome: 'unknown',
    run: ({ organizations }: Scene, signal: AbortSignal) => organizations.update({ organizationId: 'org-1', name: 'Acme' }, { signal }),
  },
])('an abort during the backoff of $of rejects the call, and no retry is sent', async ({ origin, outcome, run }) => {
  const controller = new AbortController();
  const server = await startFaultServer(origin);
  const scene = await signedIn(server.origin, {
    logger: (event) => void ('retryInMs' in event && event.retryInMs !== undefined && setImmediate(() => controller.abort())),
  });
  const error = await failureOf(run(scene, controller.signal));
  expect(error).toMatchObject({ kind: 'aborted', outcome, attempts: 1 });
  expect(error.operation).toMatch(/^organizations\./);
  expect(listeners(controller.signal)).toBe(0);
  expect(server.requests).toHaveLength(1);
});

it('an abort during a refresh rejects only its own call, and the refresh continues for other calls', async () => {
  let release = (): void => undefined;
  const { server, organizations, platform } = await startSignedIn(
    byPath({
      '/v1/organizations': inTurn(json(401, {}), json(401, {}), json(200, organizationsDocument)),
      '/v1/oauth/token/refresh': (socket, request) => void (release = () => json(200, sessionDocument(secondTokens))(socket, request)),
    }),
  );
  const controller = new AbortController();
  const failed = failureOf(organizations.create({ name: 'Acme' }, { signal: controller.signal }));
  await server.until(() => server.requests.length === 2);
  const other = organizations.list();
  await server.until(() => server.requests.length === 3);
  controller.abort();
  expect(facts(await failed)).toEqual({ kind: 'aborted', operation: 'organizations.create', outcome: 'rejected' });
  expect(listeners(controller.signal)).toBe(0);
  release();
  await expect(other).resolves.toHaveLength(1);
  await expect(platform.session.get()).resolves.toMatchObject(secondTokens);
  expect(server.requests.filter(({ target }) => target === '/v1/oauth/token/refresh')).toHaveLength(1);
});

it('three concurrent gets of one organization send one request and fail with its error', async () => {
  const { server, organizations } = await startSignedIn(json(404, { error: 'No such organization.' }));
  const errors = await Promise.all(Array.from({ length: 3 }, () => failureOf(organizations.get({ organizationId: 'org-1' }))));
  expect(server.requests).toHaveLength(1);
  for (const error of errors) {
    expect(error).toMatchObject({ kind: 'http', status: 404, operation: 'organizations.get', outcome: 'rejected', attempts: 1 });
  }
});

it('a request that two gets share continues if one of them is aborted', async () => {
  let release = (): void => undefined;
  const { server, organizations } = await startSignedIn(
    (socket, request) => void (release = () => json(200, organizationDocument)(socket, request)),
  );
  const controller = new AbortController();
  const failed = failureOf(organizations.get({ organizationId: 'org-1' }, { signal: controller.signal }));
  const other = organizations.get({ organizationId: 'org-1' });
  await server.until(() => server.requests.length === 1);
  controller.abort();
  await expect(failed).resolves.toMatchObject({ kind: 'aborted', operation: 'organizations.get' });
  release();
  await expect(other).resolves.toMatchObject({ name: 'Acme' });
  expect(server.requests).toHaveLength(1);
});
