import type { CallOptions, Client, Platform, ServiceOptions, Tokens, UserSession } from '@platform-sdk/core';
import { callOptions } from '@platform-sdk/core/contract';
import {
  createClient,
  isPlatformError,
  PlatformError,
  toPlatform,
  bounded,
  checkFields,
  checkInput,
  checkOptions,
  isOtherUser,
  toTokens,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import * as contract from './contract.ts';
import type { AuthLogoutInput, AuthLogoutResult, AuthRefreshInput, AuthRegisterInput, AuthRegisterResult } from './types.ts';

/** The default timeout of a refresh in milliseconds, including the wait for its lock. */
const REFRESH_MS = 120_000;

/** Manages accounts, sign-in and the session. Signing in stores the tokens in `platform.session`, which all clients share. */
export interface AuthClient extends Omit<Client<typeof contract>, 'logout'> {
  /**
   * Refreshes the session, and stores the new tokens. The client does this automatically, and concurrent calls share one refresh. Only the
   * options `signal` and `timeoutMs` have an effect. With the refresh token of another session, the call signs in to that session.
   */
  readonly refresh: ((input?: AuthRefreshInput, options?: CallOptions) => Promise<UserSession>) & FailuresOf<typeof contract.refresh>;
  /**
   * Revokes the newest access token and removes the session, even if the server returns 401 or does not respond. The request is sent once:
   * `retry` has no effect.
   */
  readonly logout: ((input?: AuthLogoutInput, options?: CallOptions) => Promise<AuthLogoutResult>) & FailuresOf<typeof contract.logout>;
}

/** Creates the client of the auth service. */
export const createAuthClient = (platformOrOptions: Platform | ServiceOptions): AuthClient => {
  const platform = toPlatform(platformOrOptions, 'auth');
  const plain = createClient({ name: 'auth', base: 'auth' }, contract, platform);

  const keep = async (session: UserSession): Promise<UserSession> => {
    await platform.session.set(toTokens(session));
    return session;
  };

  /** Wraps a method whose result is a session. The wrapper stores the session, and throws before anything is sent if it cannot be stored. */
  const keeping =
    <Input>(method: (input: Input, options?: CallOptions) => Promise<UserSession>) =>
    async (input: Input, options?: CallOptions): Promise<UserSession> => {
      await platform.context.session.checkWritable();
      return keep(await method(input, options));
    };

  return withOperationsOf(plain, {
    ...plain,
    login: keeping(plain.login),
    register: async (input: AuthRegisterInput, options?: CallOptions): Promise<AuthRegisterResult> => {
      await platform.context.session.checkWritable();
      const result = await plain.register(input, options);
      if (result.status === 'session') await keep(result.session);
      return result;
    },
    activateByEmail: keeping(plain.activateByEmail),
    activateByPhone: keeping(plain.activateByPhone),
    async refresh(input, options = {}) {
      const { context, session } = platform;
      const fields = { ...input };
      checkOptions('auth.refresh', callOptions, options, 'auth.refresh');
      checkFields('auth.refresh', contract.refresh, fields);
      const { refresh_token } = fields;
      const now = await session.get();
      if (now && refresh_token !== undefined && context.session.hasReplaced(refresh_token)) return toUserSession(now);
      if (refresh_token !== undefined && refresh_token !== now?.refreshToken) return keeping(plain.refresh)({ refresh_token }, options);
      if (!now)
        throw new PlatformError('session', 'auth.refresh needs a signed-in user: call auth.login first', {
          operation: 'auth.refresh',
          outcome: 'not-sent',
        });
      const renewAndSave = async (): Promise<Tokens | undefined> => {
        const renewed = await context.session.renew(now);
        // The program might end when this call resolves. The old refresh token is used up, so the new tokens must be stored first.
        await context.session.saved();
        return renewed;
      };
      const next = await bounded(renewAndSave(), options.timeoutMs ?? REFRESH_MS, options.signal);
      if (next) return toUserSession(next);
      throw new PlatformError('session', 'The session has ended: sign in again', { operation: 'auth.refresh', outcome: 'rejected' });
    },
    async logout(input, options) {
      const { session } = platform.context;
      // An invalid call is not sent, so it must not end the session.
      checkOptions('auth.logout', callOptions, options ?? {}, 'auth.logout');
      checkInput('auth.logout', contract.logout, { ...input });
      await session.checkWritable();
      const before = session.held();
      // Another tab or process may have stored newer tokens, or the tokens of another user.
      await session.readStore();
      if (isOtherUser(before, session.held())) return { revoked: false };
      const revoking = plain.logout(input, options).then(
        () => true,
        (error: unknown) => {
          // An expired token counts as revoked. After any other failure, the server may still accept the token.
          if (!isPlatformError(error) || error.kind === 'invalid-input') throw error;
          return error.status === 401;
        },
      );
      // The request already contains its token, so the session ends without waiting for the response. A user who signs in before the response stays signed in.
      const [isRevoked, isNewest] = await Promise.all([revoking, session.end()]);
      return { revoked: isRevoked && isNewest };
    },
  });
};

/** Returns the session in the form of the service's responses. */
const toUserSession = (tokens: Tokens): UserSession => ({ id: '', type: 'session', ...toTokens(tokens) });
