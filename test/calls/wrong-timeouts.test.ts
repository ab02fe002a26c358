import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, recordingFetch } from '@platform-sdk/test-helpers';
import {
  allCredentials,
  anywhere,
  createClients,
  methodIn,
  sampleInputOf,
  serviceMethods,
  wholeOf,
  type ServiceMethod,
} from '../helpers/service-methods.ts';

/** The warnings that Node emits, for example for a timer with an invalid time. */
const warnings: string[] = [];
const warn = (warning: Error): void => void warnings.push(warning.message);

beforeAll(() => void process.on('warning', warn));
afterAll(() => void process.off('warning', warn));

const callWith = async (method: ServiceMethod, timeoutMs: unknown) => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({ ...allCredentials, baseUrls: anywhere, fetch: wire.fetch, validation: 'off' });
  await platform.session.set({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  const called = methodIn(createClients(platform), method);
  const call = async () => wholeOf(called(sampleInputOf(method), { timeoutMs } as { timeoutMs: number }));
  return { wire, error: await call().catch((thrown: unknown) => thrown) };
};

/** Returns the properties of a call's error that the tests compare, and the number of sent requests. */
const failureOf = async (method: ServiceMethod, timeoutMs: unknown): Promise<unknown> => {
  const { wire, error } = await callWith(method, timeoutMs);
  if (!isPlatformError(error)) return { error };
  const { kind, outcome, field } = error;
  return { kind, outcome, ...(field !== undefined && { field }), sent: wire.sent.length };
};

it('every method rejects an invalid timeoutMs before anything is sent', async () => {
  for (const method of serviceMethods)
    for (const timeoutMs of [-1, NaN, '1000', null])
      expect([method.name, timeoutMs, await failureOf(method, timeoutMs)]).toEqual([
        method.name,
        timeoutMs,
        { kind: 'invalid-input', outcome: 'not-sent', field: 'timeoutMs', sent: 0 },
      ]);
  expect(warnings).toEqual([]);
});

/** Returns true for a sign-out, which always ends the local session, and for cached reads, which share requests with other calls. */
const ignoresTimeout = ({ name, operation }: ServiceMethod): boolean => name === 'auth.logout' || operation.cacheSeconds !== undefined;

it('a call with `timeoutMs: 0` times out before anything is sent', async () => {
  for (const method of serviceMethods.filter((each) => !ignoresTimeout(each)))
    expect([method.name, await failureOf(method, 0)]).toEqual([method.name, { kind: 'timeout', outcome: 'not-sent', sent: 0 }]);
  expect(warnings).toEqual([]);
});
