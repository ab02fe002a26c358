import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cookieTokenStore, type ReadOnlyTokenStore, type TokenStore } from '@platform-sdk/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { sessionIn, signedInBrowser } from './browser-cookies.ts';
import { jwt, standingClock, tokens } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { openStore, rejectOnly, sessionBench } from './session-bench.ts';

const fails = (): never => {
  throw new Error('Cookies can only be modified in a Server Action or Route Handler');
};

/** Stores that can read a cookie but cannot write it. The names continue the title `With a read-only store ...`. */
const readOnlyStores: Readonly<Record<string, (read: (name: string) => string | undefined) => TokenStore | ReadOnlyTokenStore>> = {
  'without write': (read) => cookieTokenStore({ read }),
  'whose write throws': (read) => cookieTokenStore({ read, write: fails }),
  'whose write rejects': (read) => cookieTokenStore({ read, write: async () => fails() }),
  'whose response has begun': (read) => cookieTokenStore({ read, write: () => undefined, canWrite: () => false }),
  'that the caller wrote without set': (read) => {
    const { get } = cookieTokenStore({ read });
    return { get };
  },
};

/** Responds to every call with a 401. */
const rejecting = () => json({}, 401);

describe.each(Object.entries(readOnlyStores))('With a read-only store %s,', (_, storeOf) => {
  const bench = async (call = rejecting) => {
    const browser = await signedInBrowser('a', 'user-1');
    const before = sessionIn(browser);
    const exchange = browser.exchange();
    const bed = sessionBench({ call }, { session: { store: storeOf(exchange.read) } });
    await bed.session.get();
    return { ...bed, before, browser };
  };

  it('rejects a call after a 401 with REFRESH_NEEDED instead of a refresh, and keeps the user signed in', async () => {
    const { read, refreshes, session, received, browser, before, events } = await bench();
    await expect(failureOf(read())).resolves.toMatchObject({
      kind: 'session',
      code: 'REFRESH_NEEDED',
      operation: 'notes.read',
      outcome: 'rejected',
    });
    expect(events.filter(({ type }) => type === 'session')).toEqual([{ type: 'session', change: 'restored' }]);
    expect(refreshes()).toHaveLength(0);
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
    expect(sessionIn(browser)).toEqual(before);
    expect(received.map(({ type }) => type)).not.toContain('signed-out');
  });

  it('does not refresh an access token that is about to expire', async () => {
    const { read, clock, refreshes, bearers, session } = await bench(() => json({}));
    clock.advance(800_000);
    await read();
    await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('a'));
    expect(bearers()).toEqual([`Bearer ${jwt('a')}`]);
    expect(refreshes()).toHaveLength(0);
  });

  it('sends an expired access token with a call, but refreshIfNeeded rejects', async () => {
    const { read, clock, refreshes, bearers, session } = await bench(() => json({}));
    clock.advance(1_000_000);
    await read();
    expect(bearers()).toEqual([`Bearer ${jwt('a')}`]);
    await expect(failureOf(session.refreshIfNeeded())).resolves.toMatchObject({ code: 'REFRESH_NEEDED', outcome: 'not-sent' });
    expect(refreshes()).toHaveLength(0);
  });

  it('rejects a sign-in and a sign-out, and changes nothing', async () => {
    const { session, received } = await bench();
    for (const change of [() => session.set(tokens('b')), () => session.clear()])
      await expect(failureOf(change())).resolves.toMatchObject({ kind: 'session', code: 'READ_ONLY_SESSION', outcome: 'not-sent' });
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
    expect(received.map(({ type }) => type)).toEqual(['restored']);
  });
});

it('adopts the tokens that another process has written to a read-only store, after a 401', async () => {
  const receivedAt = standingClock().now();
  const shared = openStore({ ...tokens('a'), id: 'user-1', receivedAt });
  const bench = sessionBench({ call: rejectOnly('a') }, { session: { store: { get: () => shared.get() } } });
  await bench.session.get();
  shared.content = { ...tokens('b'), id: 'user-1', receivedAt };
  await bench.read();
  expect(bench.bearers()).toEqual([`Bearer ${jwt('a')}`, `Bearer ${jwt('b')}`]);
  expect(bench.refreshes()).toHaveLength(0);
});

it('returns the type ReadOnlyTokenStore from cookieTokenStore without write', () => {
  expectTypeOf(cookieTokenStore({ read: () => undefined })).toEqualTypeOf<ReadOnlyTokenStore>();
  expectTypeOf(cookieTokenStore({ read: () => undefined, write: () => undefined })).toEqualTypeOf<TokenStore>();
});

it('sends no refresh token and sets no cookie after a response of Node has begun', async () => {
  const browser = await signedInBrowser('a', 'user-1');
  const bed: { error?: unknown; refreshes?: number } = {};
  const respond = async (response: ServerResponse): Promise<void> => {
    const { read } = browser.exchange();
    const write = (name: string, value: string): unknown => response.appendHeader('set-cookie', `${name}=${value}`);
    const bench = sessionBench({ call: rejecting }, { session: { store: cookieTokenStore({ read, write }) } });
    response.flushHeaders();
    bed.error = await failureOf(bench.read());
    bed.refreshes = bench.refreshes().length;
    response.end();
  };
  const server = createServer((_, response) => void respond(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await response.text();
  server.close();
  expect(bed).toMatchObject({ error: { code: 'REFRESH_NEEDED' }, refreshes: 0 });
  expect(response.headers.getSetCookie()).toEqual([]);
});
