import { beforeEach, describe, expect, it } from 'vitest';
import { close, deadOrigin, reset, stall, type Reaction } from './fault-server.ts';
import { failureOf, signedIn, startSignedIn, startSignedOut, takeTimers, waitsOf, type Scene } from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };

beforeEach(() => void takeTimers());

// A create is retried too, because nothing was sent.
it.each<readonly [string, (scene: Scene) => Promise<unknown>, number]>([
  ['organizations.list', ({ organizations }) => organizations.list(), 3],
  ['organizations.create', ({ organizations }) => organizations.create({ name: 'Acme' }), 3],
  ['auth.login', ({ auth }) => auth.login(credentials), 1],
])('%s with an unreachable server has the outcome not-sent', async (operation, call, attempts) => {
  const scene = await signedIn(await deadOrigin());
  const error = await failureOf(call(scene));
  expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED', operation, outcome: 'not-sent', attempts });
  expect(waitsOf(scene.log)).toHaveLength(attempts - 1);
});

it('a logout with an unreachable server ends the local session, and reports that the token was not revoked', async () => {
  const { auth, platform, sessionEvents } = await signedIn(await deadOrigin());
  await expect(auth.logout()).resolves.toEqual({ revoked: false });
  await expect(platform.session.get()).resolves.toBeUndefined();
  expect(sessionEvents).toEqual([{ type: 'signed-out', session: undefined }]);
});

const broken: readonly (readonly [string, Reaction])[] = [
  ['reset before the headers', reset],
  ['closed before the first byte', close()],
  ['closed within the headers', close('HTTP/1.1 200 OK\r\nContent-')],
  ['that sends headers of 100 kB', stall(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`)],
  ['that uses another protocol than HTTP', stall('SSH-2.0-OpenSSH_9.9\r\n')],
];

describe.each(broken)('a connection %s', (_, reaction) => {
  it('a read fails after two retries if the connection breaks', async () => {
    const { server, organizations } = await startSignedIn(reaction);
    const error = await failureOf(organizations.list());
    expect(error).toMatchObject({ kind: 'network', operation: 'organizations.list', outcome: 'unknown', attempts: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('a create fails with the outcome "unknown" if the connection breaks, without a retry', async () => {
    const { server, organizations } = await startSignedIn(reaction);
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'network', operation: 'organizations.create', outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('a login fails without a retry if the connection breaks', async () => {
    const { server, auth, sessionEvents } = await startSignedOut(reaction);
    const error = await failureOf(auth.login(credentials));
    expect(error).toMatchObject({ kind: 'network', operation: 'auth.login', outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(sessionEvents).toEqual([]);
  });

  it('a logout over a broken connection ends the local session after one revoke request', async () => {
    const { server, auth, platform } = await startSignedIn(reaction);
    await expect(auth.logout()).resolves.toEqual({ revoked: false });
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /v1/oauth/token/revoke']);
  });

  it('a rename is retried with the same request if the connection breaks', async () => {
    const { server, organizations } = await startSignedIn(reaction);
    const error = await failureOf(organizations.update({ organizationId: 'org-1', name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'network', operation: 'organizations.update', outcome: 'unknown', attempts: 3 });
    expect(server.requests).toHaveLength(3);
    expect(new Set(server.requests.map(({ method, target, body }) => `${method} ${target} ${body}`))).toEqual(
      new Set(['PATCH /v1/organizations/org-1 {"data":{"attributes":{"name":"Acme"}}}']),
    );
  });
});
