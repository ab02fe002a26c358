import { expect, it } from 'vitest';
import { standingClock } from './fixtures.ts';
import { openStore, sessionBench } from './session-bench.ts';

const wall = Date.UTC(2026, 0, 15);
const now = wall / 1000;
/** Creates a JWT from claims in JSON. The JSON can contain numbers that `JSON.stringify` never writes. */
const withClaims = (claims: string): string => `${btoa('{"alg":"HS256"}')}.${btoa(claims)}.c2lnbmF0dXJl`;
const pair = (claims: string) => ({ id: 'user-1', accessToken: withClaims(claims), refreshToken: 'refresh-of-a' });

/** Returns the first of the seconds at which a call waits for a refresh, or undefined. */
const overAfter = async (claims: string, seconds: readonly number[], clockIsWrongBy = 0): Promise<number | undefined> => {
  for (const second of seconds) {
    const clock = standingClock(wall + clockIsWrongBy);
    const { session, read, bearers } = sessionBench({}, { clock });
    const tokens = pair(claims);
    await session.set(tokens);
    clock.advance(second * 1000);
    await read();
    if (bearers()[0] !== `Bearer ${tokens.accessToken}`) return second;
  }
  return undefined;
};

it.each([60, 300, 3600, 86_400])('expires an access token at its exp after %d s', async (seconds) => {
  await expect(overAfter(`{"exp":${now + seconds}}`, [seconds - 1, seconds])).resolves.toBe(seconds);
});

it('refreshes an access token with exp but no iat in the background before it expires', async () => {
  const { session, read, clock, refreshes } = sessionBench();
  await session.set(pair(`{"exp":${now + 3600}}`));
  clock.advance(3_299_999);
  await read();
  expect(refreshes()).toEqual([]);
  clock.advance(1);
  await read();
  expect(refreshes()).toHaveLength(1);
});

it('refreshes a restored access token without iat five minutes before its exp', async () => {
  const clock = standingClock(wall);
  const store = openStore({ ...pair(`{"exp":${now + 600}}`), receivedAt: wall - 3_000_000 });
  const { read, refreshes } = sessionBench({}, { clock, session: { store } });
  clock.advance(299_999);
  await read();
  expect(refreshes()).toEqual([]);
  clock.advance(1);
  await read();
  expect(refreshes()).toHaveLength(1);
});

it.each([
  ['a day behind', -86_400, 3600, 3600 + 86_400],
  ['five minutes ahead', 300, 3600, 3300],
  ['a day ahead', 86_400, 3600, 900],
])('does not refresh constantly with a local clock that is %s', async (_, wrongSeconds, lifeSeconds, over) => {
  await expect(overAfter(`{"exp":${now + lifeSeconds}}`, [over - 1, over], wrongSeconds * 1000)).resolves.toBe(over);
});

it('assumes a lifetime of at least 30 seconds for an access token without iat', async () => {
  await expect(overAfter(`{"exp":${now + 2}}`, [2, 29, 30])).resolves.toBe(30);
});

it.each(['"1768436200"', 'null', 'true', '{}', '[]', '0', '-1', '-1768436200', '1e300', '1e999', '-1e999', '1768436200000'])(
  'ignores an exp that is not a valid time, and assumes a lifetime of 15 minutes: %s',
  async (exp) => {
    await expect(overAfter(`{"exp":${exp}}`, [899, 900])).resolves.toBe(900);
  },
);

it.each(['"x"', 'null', '-5', '1e999', `${now + 9999}`])(
  'ignores an iat that is invalid or in the future, and uses the token until exp: %s',
  async (iat) => {
    await expect(overAfter(`{"exp":${now + 600},"iat":${iat}}`, [599, 600])).resolves.toBe(600);
  },
);
