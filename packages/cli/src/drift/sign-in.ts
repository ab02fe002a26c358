import type { PlatformOptions } from '@platform-sdk/core';
import { valuesAt } from './inputs.ts';
import { recordOf, sample, toContractNames, type RunState } from './run-state.ts';
import { write } from './writes.ts';

/** The account that a run signs in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signs in, and keeps the response for the comparison. Returns the access token. */
export const signIn = async (run: RunState, { username, password }: Account): Promise<string | undefined> => {
  const session = await write(run, 'auth.login', { username, password });
  return valuesAt(session?.document, 'data.attributes.accessToken')[0];
};

/** Refreshes the session of the run, so that this response is compared too. Returns the options with the new access token. */
export const refreshOnce = async (run: RunState, options: PlatformOptions): Promise<PlatformOptions> => {
  const [refresh_token] = run.found['refresh_token'] ?? [];
  if (refresh_token === undefined || run.signal.aborted) return options;
  const result = await sample(run, 'auth.refresh', { refresh_token });
  if (!result || result.status >= 300) return options;
  const [accessToken] = valuesAt(toContractNames(recordOf(run, 'auth.refresh').named, result.document), 'data.attributes.accessToken');
  return accessToken === undefined ? options : { ...options, accessToken };
};
