import type { PlatformError, PlatformOptions } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { authBench, json, recordingFetch } from './fixtures.ts';

const account = { username: 'ada@example.com', password: 'correct horse' };
const activation = { userId: 'user-1', code: '123456' };
const modes = ['report', 'throw', 'off'] as const;

type Auth = ReturnType<typeof authBench>['auth'];

/** The operations whose response is a session. */
const calls: Readonly<Record<string, (auth: Auth) => Promise<unknown>>> = {
  login: (auth) => auth.login(account),
  register: (auth) => auth.register(account),
  activateByEmail: (auth) => auth.activateByEmail(activation),
  activateByPhone: (auth) => auth.activateByPhone(activation),
  refresh: (auth) => auth.refresh({ refresh_token: 'refresh-0' }),
};

/** Returns a session response with another value of one field; undefined removes the field. */
const withField = (name: string, content: unknown): object => {
  const attributes = {
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
  if (name === 'id') return { data: { id: content, type: 'session', attributes } };
  return { data: { id: 'user-1', type: 'session', attributes: { ...attributes, [name]: content } } };
};

const bench = (document: object, validation: NonNullable<PlatformOptions['validation']>) =>
  authBench(recordingFetch(json(document)), { validation });

/** Returns the kind of a call's error, or undefined if the call succeeds. */
const kindOf = async (call: Promise<unknown> | undefined): Promise<string | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    return (error as PlatformError).kind;
  }
};

describe.each(Object.keys(calls))('auth.%s', (name) => {
  it.each(['id', 'email', 'firstName', 'lastName'])(
    'a call that returns a session signs in even if %s is missing or invalid',
    async (field) => {
      const wrong: string[] = [];
      for (const validation of modes) {
        for (const content of [null, undefined, ['Ada'], {}]) {
          const { auth, platform } = bench(withField(field, content), validation);
          const failure = await kindOf(calls[name]?.(auth));
          const kept = await platform.session.get();
          if (failure !== undefined || kept?.accessToken !== 'access-1' || field in kept)
            wrong.push(`${validation}, ${JSON.stringify(content)}: ${failure ?? JSON.stringify(kept)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(['accessToken', 'refreshToken'])('a call that returns a session does not sign in without a valid %s', async (field) => {
    const wrong: string[] = [];
    for (const validation of modes) {
      for (const content of [null, undefined, '', 7]) {
        const { auth, platform } = bench(withField(field, content), validation);
        const kind = await kindOf(calls[name]?.(auth));
        if (kind !== 'invalid-response' || (await platform.session.get())) wrong.push(`${validation}, ${JSON.stringify(content)}: ${kind}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a call that returns a session omits null fields', async () => {
    const { auth } = bench(withField('firstName', null), 'report');
    const result = (await calls[name]?.(auth)) as { session?: object };
    expect(result.session ?? result).not.toHaveProperty('firstName');
  });
});
