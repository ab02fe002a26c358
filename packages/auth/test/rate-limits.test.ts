import type { AuthClient } from '@platform-sdk/auth';
import { describe, expect, it } from 'vitest';
import { authBench, json, recordingFetch, standingClock } from './fixtures.ts';

const calls: Record<string, (auth: AuthClient) => Promise<unknown>> = {
  login: (auth) => auth.login({ username: 'ada@example.com', password: 'x' }),
  register: (auth) => auth.register({ username: 'ada@example.com', password: 'x' }),
  activateByEmail: (auth) => auth.activateByEmail({ userId: 'user-1', code: '123456' }),
  activateByPhone: (auth) => auth.activateByPhone({ userId: 'user-1', code: '123456' }),
  requestPasswordReset: (auth) => auth.requestPasswordReset({ email: 'ada@example.com' }),
  resetPassword: (auth) => auth.resetPassword({ token: 't-1234', password: 'x' }),
};
const names = Object.keys(calls);

const now = Date.UTC(2026, 0, 15);
const bench = (answer: Response | Error) => authBench(recordingFetch(answer), { clock: standingClock(now) });

describe.each(names)('auth.%s', (name) => {
  const call = calls[name]!;

  it.each(['7', new Date(now + 7000).toUTCString()])(
    'a rate-limited call rejects at once after a 429, with retryAfterSeconds in the error: Retry-After %s',
    async (retryAfter) => {
      const { auth, wire } = bench(json({ error: 'Too many requests.' }, 429, { 'Retry-After': retryAfter }));
      const failure = call(auth);
      await expect(failure).rejects.toMatchObject({
        kind: 'http',
        status: 429,
        retryAfterSeconds: 7,
        outcome: 'rejected',
        operation: `auth.${name}`,
      });
      await expect(failure).rejects.toThrow(/^Too many requests\./);
      expect(wire.sent).toHaveLength(1);
    },
  );

  it('a rate-limited call is not retried if the server fails', async () => {
    const { auth, wire } = bench(json({}, 503, { 'Retry-After': '0' }));
    await expect(call(auth)).rejects.toMatchObject({ status: 503, outcome: 'unknown', attempts: 1 });
    expect(wire.sent).toHaveLength(1);
  });

  it('a rate-limited call is not retried even if the connection fails', async () => {
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
    const { auth, wire } = bench(refused);
    await expect(call(auth)).rejects.toMatchObject({ kind: 'network', outcome: 'not-sent', attempts: 1 });
    expect(wire.sent).toHaveLength(1);
  });
});
