import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError, type BaseName } from '@platform-sdk/core';
import { readAccount, readPlatformOptions, type Variables } from '../environment/variables.ts';
import { ok, problem, warning, type Check } from './check.ts';
import { isFailure, probe, type ProbeRequest } from './http-probe.ts';
import { KNOCKS, type Knock } from './services.ts';
import { kindOf } from './tokens.ts';

/** The variables, URLs and settings that the checks of credentials need. */
export interface Surroundings {
  readonly variables: Variables;
  /** The URLs of the reachable services. */
  readonly urls: Partial<Readonly<Record<BaseName, string>>>;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** The variables of tokens, each with its service and a request that changes nothing. */
const TRIALS = [
  { variable: 'PLATFORM_MEMORY_TOKEN', base: 'memory', knock: { path: '/v1/users/me' } },
  { variable: 'PLATFORM_GATEWAY_KEY', base: 'gateway', knock: KNOCKS.gateway },
  { variable: 'PLATFORM_UPLOAD_TOKEN', base: 'upload', knock: KNOCKS.upload },
  { variable: 'PLATFORM_CONVERTER_TOKEN', base: 'converter', knock: KNOCKS.converter },
] as const;

/** Tries the configured Api-Key, account, tokens, project keys and agent at the reachable services. */
export const checkCredentials = async (around: Surroundings): Promise<Check[]> => [
  ...(await checkApiKey(around)),
  ...(await checkAccount(around)),
  ...(await Promise.all(TRIALS.map((trial) => checkToken(trial, around)))).flat(),
  ...(await checkProjectKeys(around)),
  ...(await checkAgent(around)),
];

const send = async ({ timeoutMs }: Surroundings, url: string, request: ProbeRequest): Promise<number | undefined> => {
  const result = await probe(url, request, timeoutMs);
  return isFailure(result) ? undefined : result.status;
};

const isSendable = (value: string): boolean => /^[\x20-\x7e]+$/.test(value);

/** Returns the check for a status. 400 and 422 are successes: a service rejects missing fields only after it has accepted the credential. */
const judged = (name: string, tried: string, status: number | undefined, kind: string, advice: string): Check => {
  const came = `${kind}; ${status ?? 'no response'}`;
  if (status === 401 || status === 403) return problem(name, tried, `${kind}; rejected with ${status}`, advice);
  if (status === undefined || status >= 500) return warning(name, tried, came, 'Try again: the service did not say whether it accepts it.');
  if (status === 402) return warning(name, tried, `${kind}; accepted, but without credits`, 'Add credits to its wallet.');
  if (status === 429) return warning(name, tried, came, 'Try again later: too many requests were sent.');
  return ok(name, tried, `${kind}; accepted`);
};

const checkApiKey = async (around: Surroundings): Promise<Check[]> => {
  const { urls, variables } = around;
  const key = readPlatformOptions(variables).apiKey;
  if (urls.auth === undefined || typeof key !== 'string' || !isSendable(key)) return [];
  const url = `${urls.auth}/users/validate/email?email=doctor%40example.com`;
  const status = await send(around, url, { headers: { 'api-key': key } });
  const advice = 'Compare PLATFORM_API_KEY with the application identifier of this environment.';
  const check = judged('Api-Key', 'GET auth /users/validate/email', status, 'set', advice);
  if (check.state !== 'ok') return [check];
  const without = await send(around, url, {});
  if (without === undefined || without >= 300) return [check];
  return [{ ...check, came: 'accepted, but so is a call without it', advice: 'Nothing: this environment does not check it.' }];
};

const checkAccount = async ({ urls, variables, timeoutMs, now }: Surroundings): Promise<Check[]> => {
  const account = readAccount(variables);
  if (!account || urls.auth === undefined) return [];
  const [name, tried] = ['account', 'POST auth /oauth/token'];
  const platform = createPlatform(readPlatformOptions(variables));
  const auth = createAuthClient(platform);
  try {
    await auth.login(account, { timeoutMs });
    const { kind, isExpired } = kindOf((await platform.session.get())?.accessToken ?? '', now());
    await auth.logout({}, { timeoutMs }).catch(() => undefined);
    const came = `signed in; its access token is ${kind}`;
    return [isExpired ? warning(name, tried, came, 'Set the clock of this machine.') : ok(name, tried, came)];
  } catch (error) {
    const { status, kind } = isPlatformError(error) ? error : { status: undefined, kind: 'unexpected' };
    const came = status === undefined ? `no session (${kind})` : `rejected with ${status}`;
    const advice =
      status === 401 || status === 422 || status === 400
        ? 'Check PLATFORM_USERNAME and PLATFORM_PASSWORD, and that the account is activated.'
        : status === 429
          ? 'Try again later: too many sign-ins.'
          : 'Run platform-sdk drift: the response may differ from the API specification.';
    return [problem(name, tried, came, advice)];
  } finally {
    platform.dispose();
  }
};

const checkToken = async ({ variable, base, knock }: (typeof TRIALS)[number], around: Surroundings): Promise<Check[]> => {
  const token = around.variables[variable]?.trim() ?? '';
  const url = around.urls[base];
  if (token === '' || url === undefined || !isSendable(token)) return [];
  const { kind, isExpired } = kindOf(token, around.now());
  if (isExpired) return [problem(variable, 'its claims', kind, 'Make a new one.')];
  const { path, ...request }: Knock = knock;
  const status = await send(around, url + path, { ...request, headers: { authorization: `Bearer ${token}` } });
  const advice = `Make a new one for ${base}: it is unknown, revoked, or of another service.`;
  return [judged(variable, `${request.method ?? 'GET'} ${base} ${path}`, status, kind, advice)];
};

const checkProjectKeys = async (around: Surroundings): Promise<Check[]> => {
  const { projectKeys } = readPlatformOptions(around.variables);
  const url = around.urls.analytics;
  if (!projectKeys || typeof projectKeys === 'function' || url === undefined) return [];
  const { publicKey, secretKey } = projectKeys;
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
  const status = await send(around, `${url}/api/public/traces?limit=1`, { headers: { authorization } });
  return [judged('project keys', 'GET analytics /api/public/traces', status, 'a key pair', 'Copy both keys of one project again.')];
};

/** Checks the agent's credentials with a search without fields, which has no effect. The service checks credentials before fields. */
const checkAgent = async (around: Surroundings): Promise<Check[]> => {
  const { agent } = readPlatformOptions(around.variables);
  const url = around.urls.search;
  if (!agent || typeof agent === 'function' || url === undefined) return [];
  const headers = { 'x-agent-secret-token': agent.secretToken, 'x-agent-user-id': agent.userId };
  if (!Object.values(headers).every(isSendable)) return [];
  const { path, ...request } = KNOCKS.search;
  const status = await send(around, url + path, { ...request, headers });
  return [judged('agent pair', 'POST search /v1/search', status, 'a pair', 'Rotate the key of the agent pass, or activate the pass.')];
};
