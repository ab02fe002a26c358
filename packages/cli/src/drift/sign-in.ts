import { isSample } from './caller.ts';
import { sendWithNames } from './body-names.ts';
import { collect, valuesAt, type Found } from './inputs.ts';
import { recordOf, toContractNames, type RunState } from './run-state.ts';

/** The account that a run signs in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signs in and returns the access token. The response is compared like every other one. */
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
  collect(run.found as Found, 'auth.login', document);
  return valuesAt(document, 'data.attributes.accessToken')[0];
};
