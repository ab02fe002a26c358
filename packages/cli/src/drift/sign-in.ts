import type { PlatformOptions } from '@platform-sdk/core';
import { isSample } from './caller.ts';
import { sendWithNames } from './body-names.ts';
import { collect, valuesAt } from './inputs.ts';
import { recordOf, sample, toContractNames, type RunState } from './run-state.ts';

/** The account that a run signs in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signs in and returns the access token. The response is compared like any other. */
export const signIn = async (run: RunState, { username, password }: Account): Promise<string | undefined> => {
  const record = recordOf(run, 'auth.login');
  const result = await sendWithNames(run, 'auth.login', { username, password });
  if (!isSample(result)) {
    record.unreachable.push(result.field ?? result.failed);
    return undefined;
  }
  if (result.status >= 300) {
    record.failures.push(result);
    return undefined;
  }
  record.successes.push(result);
  for (const name of ['username', 'password']) if (!record.requestNames.has(name)) record.requestNames.set(name, { verdict: 'confirmed' });
  const document = toContractNames(record.named, result.document);
  collect(run.found, 'auth.login', document);
  return valuesAt(document, 'data.attributes.accessToken')[0];
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
