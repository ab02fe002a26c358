import type { PlatformOptions } from '@platform-sdk/core';
import { valuesAt } from './inputs.ts';
import { recordOf, sample, toContractNames, type RunState } from './run-state.ts';
import { write } from './writes.ts';

/** The account that a run signs in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signs in and returns the access token. The response is compared like any other response. */
export const signIn = async (run: RunState, { username, password }: Account): Promise<string | undefined> => {
  const session = await write(run, 'auth.login', { username, password });
  return valuesAt(session?.document, 'data.attributes.accessToken')[0];
};

/** Exchanges the refresh token of the run's session, so that this response is also compared. Returns the new options. */
export const refreshOnce = async (run: RunState, options: PlatformOptions): Promise<PlatformOptions> => {
  const [refresh_token] = run.found['refresh_token'] ?? [];
  if (refresh_token === undefined || run.signal.aborted) return options;
  const result = await sample(run, 'auth.refresh', { refresh_token });
  if (!result || result.status >= 300) return options;
  const [accessToken] = valuesAt(toContractNames(recordOf(run, 'auth.refresh').named, result.document), 'data.attributes.accessToken');
  return accessToken === undefined ? options : { ...options, accessToken };
};
