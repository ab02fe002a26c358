import {
  createClient,
  isPlatformError,
  toPlatform,
  type CallOptions,
  type Client,
  type Platform,
  type ServiceOptions,
  type UserSession,
} from '@platform-sdk/core';
import { toTokens, type RefreshInput } from '@platform-sdk/core/contract';
import * as contract from './contract.ts';
import type { Activation, Credentials, Logout, LogoutResult, Registration, RegistrationResult } from './types.ts';

/** Accounts, sign-in and the session. Signing in stores the tokens in `platform.session`, which all clients share. */
export interface AuthClient extends Omit<Client<typeof contract>, 'logout'> {
  /** Exchanges a refresh token for a new pair of tokens. The client does this by itself when it is time. */
  refresh(input: RefreshInput, options?: CallOptions): Promise<UserSession>;
  /** Revokes the access token and forgets the session, whether the server answers 200, 401 or nothing. Sent once, whatever `retry` says. */
  logout(input?: Logout, options?: CallOptions): Promise<LogoutResult>;
}

/** Creates the client of the auth service. */
export const createAuthClient = (given: Platform | ServiceOptions): AuthClient => {
  const platform = toPlatform(given, 'auth');
  const plain = createClient({ name: 'auth', base: 'auth' }, contract, platform);

  const keep = async (session: UserSession): Promise<UserSession> => {
    await platform.session.set(toTokens(session));
    return session;
  };

  return {
    ...plain,
    login: async (input: Credentials, options?: CallOptions) => keep(await plain.login(input, options)),
    register: async (input: Registration, options?: CallOptions): Promise<RegistrationResult> => {
      const result = await plain.register(input, options);
      if (result.status === 'session') await keep(result.session);
      return result;
    },
    activateByEmail: async (input: Activation, options?: CallOptions) => keep(await plain.activateByEmail(input, options)),
    activateByPhone: async (input: Activation, options?: CallOptions) => keep(await plain.activateByPhone(input, options)),
    refresh: async (input, options) => keep(await plain.refresh(input, options)),
    async logout(input, options) {
      const revoking = plain.logout(input, options).then(
        () => true,
        (error: unknown) => {
          // An expired token is as good as revoked; any other failure leaves it with the server.
          if (!isPlatformError(error) || error.kind === 'input') throw error;
          return error.status === 401;
        },
      );
      // The call has its token already, and whoever signs in before the answer stays.
      const [revoked] = await Promise.all([revoking, platform.session.clear()]);
      return { revoked };
    },
  };
};
