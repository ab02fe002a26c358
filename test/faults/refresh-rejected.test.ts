import type { SessionRecord } from '@platform-sdk/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../packages/core/test/session-bench.ts';
import { answer, byPath, json, startFaultServer, type FaultServer } from './fault-server.ts';
import { failureOf, firstTokens, signedIn, stoppedClock, takeTimers } from './signed-in-clients.ts';

const refreshPath = '/v1/oauth/token/refresh';
const refreshes = ({ requests }: FaultServer): number => requests.filter(({ target }) => target === refreshPath).length;

// A rejected refresh waits before it ends the session, because another process may store newer tokens.
beforeEach(() => void takeTimers());

const refusals = [
  { status: 400, reaction: json(400, { error: 'invalid_grant' }) },
  { status: 401, reaction: json(401, { errors: [{ status: '401', title: 'Unauthorized' }] }) },
  { status: 401, reaction: answer(401) },
];

describe.each(refusals)('a refresh with the status $status', ({ reaction }) => {
  const scene = async () => {
    const memory = openStore();
    const written: unknown[] = [];
    const store = {
      get: memory.get,
      set: (next: SessionRecord, expected: number) => {
        written.push(next.session);
        return memory.set(next, expected);
      },
    };
    const server = await startFaultServer(byPath({ '/v1/organizations': json(401, {}), [refreshPath]: reaction }));
    const clock = stoppedClock();
    return { server, clock, written, stored: () => memory.record, ...(await signedIn(server.origin, { session: { store }, clock })) };
  };

  it('a rejected refresh ends the session with a single write to the store and a single signed-out event', async () => {
    const { organizations, platform, sessionEvents, stored, written } = await scene();
    await failureOf(organizations.list());
    expect(stored()).toMatchObject({ session: null, isRejected: true });
    expect(written).toMatchObject([firstTokens, null]);
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(sessionEvents).toEqual([{ type: 'signed-out', session: undefined }]);
  });

  it('a call whose refresh is rejected fails with a session error and the outcome "rejected"', async () => {
    const { organizations, server } = await scene();
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'session', status: 401, operation: 'organizations.create', outcome: 'rejected', attempts: 1 });
    expect(server.requests.map(({ target }) => target)).toEqual(['/v1/organizations', refreshPath]);
  });

  it('100 calls share a rejected refresh, and all of them fail', async () => {
    const { organizations, server, sessionEvents } = await scene();
    const errors = await Promise.all(Array.from({ length: 100 }, () => failureOf(organizations.list())));
    expect(errors.every(({ kind }) => kind === 'session')).toBe(true);
    expect(refreshes(server)).toBe(1);
    expect(sessionEvents).toHaveLength(1);
  });

  it('a call with an expired token is not sent if the refresh is rejected', async () => {
    const { organizations, server, clock, sessionEvents } = await scene();
    clock.advance(900_000);
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'session', operation: 'organizations.create', outcome: 'not-sent' });
    expect(server.requests.map(({ target }) => target)).toEqual([refreshPath]);
    expect(sessionEvents).toHaveLength(1);
  });

  it('calls after a rejected refresh fail without a request', async () => {
    const { organizations, server } = await scene();
    await failureOf(organizations.list());
    const before = server.requests.length;
    await expect(failureOf(organizations.list())).resolves.toMatchObject({ kind: 'session', outcome: 'not-sent' });
    expect(server.requests).toHaveLength(before);
  });

  it("a rejected refresh clears the user's cached responses", async () => {
    const { organizations, platform, server } = await scene();
    await failureOf(organizations.list());
    await platform.session.set(firstTokens);
    await expect(failureOf(organizations.get({ organizationId: 'org-1' }))).resolves.toMatchObject({ status: 404 });
    expect(server.requests.at(-1)?.target).toBe('/v1/organizations/org-1');
  });
});
