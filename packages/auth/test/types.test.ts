import { createAuthClient, type AuthClient, type AuthLogoutResult, type AuthRegisterResult, type TokenInfo } from '@platform-sdk/auth';
import * as contract from '@platform-sdk/auth/contract';
import type { UserSession } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { expect, expectTypeOf, it } from 'vitest';
import { baseUrl, json, recordingFetch, sessionAnswer } from './fixtures.ts';

declare const auth: AuthClient;
declare const result: AuthRegisterResult;

it('AuthClient returns results with their types', () => {
  expectTypeOf<AuthClient['login']>().returns.resolves.toEqualTypeOf<UserSession>();
  expectTypeOf<AuthClient['register']>().returns.resolves.toEqualTypeOf<AuthRegisterResult>();
  expectTypeOf<AuthClient['logout']>().returns.resolves.toEqualTypeOf<AuthLogoutResult>();
  expectTypeOf<AuthClient['tokenInfo']>().returns.resolves.toEqualTypeOf<TokenInfo>();
  expectTypeOf<AuthClient['resendActivation']>().returns.resolves.toEqualTypeOf<void>();
});

it('AuthClient rejects invalid inputs at compile time', () => {
  // @ts-expect-error the password is missing
  expectTypeOf(() => auth.login({ username: 'a' })).toBeFunction();
  // @ts-expect-error the method is unknown
  expectTypeOf(() => auth.register({ username: 'a', password: 'b', method: 'fax' })).toBeFunction();
  // @ts-expect-error a code is a string: leading zeros count
  expectTypeOf(() => auth.activateByEmail({ userId: 'u', code: 12345 })).toBeFunction();
  // @ts-expect-error the field is called refresh_token
  expectTypeOf(() => auth.refresh({ refreshToken: 'r' })).toBeFunction();
});

it('createAuthClient accepts service options instead of a platform', async () => {
  const wire = recordingFetch(json(sessionAnswer()));
  await createAuthClient({ baseUrl, apiKey: 'app-1', fetch: wire.fetch }).login({ username: 'a', password: 'b' });
  expect(wire.only().url).toBe(`${baseUrl}/oauth/token`);
});

it('AuthRegisterResult has a session or an optional account id, depending on its status', () => {
  expectTypeOf<Extract<typeof result, { status: 'session' }>['session']>().toEqualTypeOf<UserSession>();
  expectTypeOf<Extract<typeof result, { status: 'activation-required' }>['userId']>().toEqualTypeOf<string | undefined>();
});

it('mock rejects an invalid response at compile time', () => {
  // @ts-expect-error a session has tokens
  expectTypeOf(() => mock(contract.login, baseUrl, () => ({ id: 'user-1' }))).toBeFunction();
  // @ts-expect-error valid is a boolean
  expectTypeOf(() => mock(contract.validateEmail, baseUrl, () => ({ valid: 'yes', exists: true }))).toBeFunction();
  // @ts-expect-error the id of an account that needs activation is a string
  expectTypeOf(() => mock(contract.register, baseUrl, () => ({ status: 'activation-required', userId: 7 }))).toBeFunction();
});

it('the contract of auth.register lists every undocumented name of a response that requires activation', () => {
  expect(contract.register.undocumented).toEqual({ id: 'assumed', status: 'assumed', message: 'assumed', activationRequired: 'assumed' });
});
