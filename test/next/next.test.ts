import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, type Browser } from './browser.ts';
import { build, serveNext, type NextServer } from './server.ts';

const LOADS = 6;
const ROUNDS = 5;
const TOKEN_SECONDS = 10;
const LATER_MS = 11_000;

let local: LocalPlatform;
let server: LocalServer;
let next: NextServer;

beforeAll(async () => {
  local = createLocalPlatform({ accessTokenSeconds: TOKEN_SECONDS });
  server = await serve(local);
  const { auth, organizations } = server.baseUrls;
  await build();
  next = await serveNext({ API_KEY: local.apiKey, AUTH_URL: auth, ORGANIZATIONS_URL: organizations });
}, 300_000);

afterAll(async () => {
  await next.close();
  await server.close();
});

/** Returns the statuses of all refreshes that the request log contains from this index on. */
const refreshesSince = (from: number): (number | undefined)[] =>
  local.requestLog.slice(from).flatMap(({ operation, status }) => (operation === 'auth.refresh' ? [status] : []));

const signIn = async (browser: Browser): Promise<void> => {
  const { email: username, password } = local.account;
  await expect(browser.load('/sign-in', { method: 'POST', body: JSON.stringify({ username, password }) })).resolves.toMatch(/^204/);
};

const clocks: Readonly<Record<string, () => Promise<void>>> = {
  'the clock of the service': async () => local.clock.advance(LATER_MS),
  'the clock of Next': () => next.moveClock(),
  'both clocks': async () => {
    local.clock.advance(LATER_MS);
    await next.moveClock();
  },
};

const pages: Readonly<Record<string, readonly string[]>> = {
  'a page whose store cannot write': ['/organizations'],
  'a page whose store has a write that throws': ['/with-write'],
  'a route handler': ['/api/organizations'],
  'pages and route handlers': ['/organizations', '/with-write', '/api/organizations'],
};

describe.each(Object.entries(clocks))('a Next application after moving %s', (_, move) => {
  it.each(Object.entries(pages))(
    'a Next application keeps the session and shares one refresh in each round of parallel loads of %s',
    async (__, paths) => {
      const browser = createBrowser(next.origin);
      await signIn(browser);
      const from = local.requestLog.length;
      for (let round = 1; round <= ROUNDS; round++) {
        const before = browser.received.size;
        await move();
        const loaded = await Promise.all(Array.from({ length: LOADS }, (___, index) => browser.load(paths[index % paths.length] ?? '')));
        for (const text of loaded) expect(text).toMatch(/^200 .*organizations: (?:<!-- -->)?1/s);
        // Each round uses one refresh token, and the browser receives its successor.
        expect(refreshesSince(from)).toEqual(Array.from({ length: round }, () => 200));
        expect(browser.received.size - before).toBe(1);
      }
      await expect(browser.load('/organizations')).resolves.toMatch(/^200/);
    },
  );
});

it('a session cookie is encoded once, and signing out removes it', async () => {
  const browser = createBrowser(next.origin);
  await signIn(browser);
  expect([...browser.jar.keys()]).toEqual(['session']);
  expect(browser.jar.get('session')).toMatch(/^[\w-]+$/);
  await expect(browser.load('/organizations')).resolves.toMatch(/^200/);
  await expect(browser.load('/sign-out', { method: 'POST' })).resolves.toMatch(/^204/);
  // The page redirects to the sign-in route, which rejects GET with 405.
  await expect(browser.load('/organizations')).resolves.toMatch(/^405/);
});
