import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { longCount } from '@platform-sdk/test-helpers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAttacker, MEMORY_TOKEN, type Attacker } from './hostile/attack.ts';
import { hostileRequests } from './hostile/requests.ts';

const platform = createLocalPlatform({
  converter: { allowedHosts: ['127.0.0.1'], rateLimit: { limit: Infinity, windowSeconds: 60 } },
});
let attacker: Attacker;
/** The state of the local platform after the last request. */
let last: string;
let close: () => Promise<void>;

beforeAll(async () => {
  platform.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: MEMORY_TOKEN }] });
  const server = await serve(platform);
  const { email, password } = platform.account;
  attacker = await createAttacker({ port: server.port, email, password });
  last = await attacker.state();
  close = server.close;
});

afterAll(async () => {
  attacker.close();
  await close();
});

/** Removes balances from a state, because a successful chat costs credits. */
const unbilled = (text: string): string => text.replaceAll(/"balance":[\d.]+/g, '"balance":0');

/** The requests of this run. Slow requests belong only to the long run. */
const requests = hostileRequests.filter(({ isSlow = false }) => longCount(0, 1) >= Number(isSlow));

it.each(requests.map((request) => [request.title, request] as const))(
  'the local platform returns the expected status and keeps its state after %s',
  async (_, request) => {
    const before = last;
    const { status, text } = await attacker.send(request);
    expect(request.statuses).toContain(status);
    expect(text).toContain(request.contains ?? '');
    last = await attacker.state();
    const comparable = status === 200 ? unbilled : String;
    expect(comparable(last)).toBe(comparable(before));
    // A status of 500 shows a defect of the local platform.
    expect(platform.requestLog.filter((entry) => entry.status === 500)).toEqual([]);
  },
  60_000,
);
