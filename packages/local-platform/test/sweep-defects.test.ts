import timers from 'node:timers';
import { scheduler, setInterval as ticks } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { sweep, type Journey } from '@platform-sdk/local-platform/testing';
import { platformErrorOf } from '@platform-sdk/test-helpers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createShop, enter, naive, openCheckout } from './sweep-scene.ts';

const only = ['wallets.list#1/403'];

/** Returns a journey that calls `work` if the checkout cannot be opened. */
const onFailure =
  (work: () => unknown): Journey =>
  async (local) => {
    await openCheckout(local).catch(work);
  };

const kindsOf = async (journey: Journey, cells = only): Promise<string[]> =>
  (await sweep({ local: createShop(), journey, only: cells })).findings.map(({ kind }) => kind);

it('a journey with a loop that waits for a clock returns', async () => {
  const journey: Journey = async (local) => {
    const [until, later] = [Date.now() + 50, performance.now() + 50];
    while (Date.now() < until || performance.now() < later);
    await enter(local);
  };
  expect(await kindsOf(journey, ['auth.login#1/403'])).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  ['a promisified setTimeout', () => promisify(setTimeout)(60_000)],
  ['the setTimeout of node:timers', () => new Promise((resolve) => void timers.setTimeout(resolve, 60_000))],
  ['scheduler.wait', () => scheduler.wait(60_000)],
  [
    'the setInterval of node:timers/promises',
    async () => {
      for await (const value of ticks(60_000, 'tick')) return value;
      return undefined;
    },
  ],
])('virtual time passes in %s', async (_, pause) => {
  const journey: Journey = async (local) => {
    await enter(local);
    return pause();
  };
  expect(await kindsOf(journey, ['auth.login#1/403'])).toEqual([]);
});

it('a sweep works with the fake timers of vitest, and does not change them', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: 1_000_000 });
  const before = [setTimeout, setImmediate, Date, performance.now];
  const journey: Journey = async (local) => {
    await new Promise((resolve) => void setImmediate(resolve));
    await naive(local);
  };
  expect(await kindsOf(journey, ['wallets.transact#1/lost'])).toEqual(['doubled']);
  expect([setTimeout, setImmediate, Date, performance.now]).toEqual(before);
  vi.advanceTimersByTime(100);
  expect([Date.now(), performance.now()]).toEqual([1_000_100, 100]);
});

it('a sweep keeps listeners that another module added with `once`', async () => {
  const once = vi.fn<() => void>();
  process.once('unhandledRejection', once);
  await kindsOf(naive, ['auth.login#1/403']);
  const [added] = process.rawListeners('unhandledRejection').filter((each) => Reflect.get(each, 'listener') === once);
  process.removeListener('unhandledRejection', once);
  expect(added).toBeTypeOf('function');
});

it.each<[string, unknown]>([
  ['an object without a prototype', Object.create(null)],
  ['an error whose message is a number', Object.assign(new Error(), { message: 42 })],
  ['a string', 'broken'],
  ['undefined', undefined],
])('a sweep reports `not-a-platform-error` if a journey throws %s', async (_, value) => {
  const journey = onFailure(() => {
    throw value;
  });
  expect(await kindsOf(journey)).toEqual(['not-a-platform-error']);
});

/** Returns a journey that throws an `AggregateError` if the checkout cannot be opened. */
const failing =
  (text: (local: LocalPlatform) => string): Journey =>
  (local) =>
    openCheckout(local).catch((error: unknown) => Promise.any([Promise.reject(error as Error), Promise.reject(new Error(text(local)))]));
const returnless =
  (journey: Journey): Journey =>
  async (local) =>
    void (await journey(local));

it('an AggregateError that contains a PlatformError is accepted', async () => {
  expect(await kindsOf(returnless(failing(() => 'Closed')))).toEqual([]);
});

it('a secret in an error of an AggregateError is found', async () => {
  expect(await kindsOf(returnless(failing(({ account }) => `Wrong: ${account.password}`)))).toEqual(['secret']);
});

const testOf = async (options: Partial<Parameters<typeof sweep>[0]>): Promise<string> => {
  const { findings } = await sweep({ local: createShop(), journey: naive, only: ['wallets.transact#1/lost'], ...options });
  return findings[0]?.test ?? '';
};

it('the test in a finding contains the options of the sweep', async () => {
  const test = await testOf({
    invariant: () => [{ kind: 'invariant', message: 'unbalanced' }],
    accepts: () => false,
    hangsAfterMs: 90_000,
  });
  expect(test).toContain('{ local, journey: naive, invariant, accepts, hangsAfterMs: 90000, only: [');
});

it('a sweep accepts a cell in `only` of a call that the journey no longer makes', async () => {
  const { cells, findings } = await sweep({ local: createShop(), journey: naive, only: ['wallets.transact#9/lost'] });
  expect([cells, findings]).toEqual([[], []]);
});

it('the test in a finding is valid code even if the name of the journey is not a valid variable name', async () => {
  expect(await testOf({ journey: naive.bind(undefined) })).toContain('{ local, journey, only: [');
});

it.each([
  ['only', { only: [] }],
  ['skip', { skip: ['auth.login', 'exited'] }],
])('the error of a sweep names %s if no cell remains', async (field, options) => {
  const error = await platformErrorOf(
    sweep({
      local: createShop(),
      journey: async (local) => {
        await enter(local);
      },
      ...options,
    }),
  );
  expect(error).toMatchObject({ kind: 'invalid-input', field });
});

it('a rejected sweep releases the timers if `local` is not a local platform', async () => {
  const local = { ...createLocalPlatform(), internals: undefined } as unknown as LocalPlatform;
  await expect(sweep({ local, journey: naive })).rejects.toThrow('capture');
  expect(await kindsOf(naive, ['auth.login#1/403'])).toEqual([]);
});
