import { inspect } from 'node:util';
import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import type { Reaction, RecordedRequest } from './fault-server.ts';
import { apiKey, firstTokens, type Scene } from './signed-in-clients.ts';

/** A secret of each kind that the services auth and organizations use. */
export const planted = {
  apiKey,
  accessToken: firstTokens.accessToken,
  refreshToken: firstTokens.refreshToken,
  password: 'planted-pass"word\\ü-1d3e',
  newPassword: 'planted-new-password-2e4f',
  resetToken: 'planted-reset-token-77c0',
  code: '481516',
  header: 'planted-own-header-99d9',
} as const;

export interface Failure {
  readonly of: string;
  readonly error: PlatformError;
}

/** Makes calls that send every planted secret, and collects their errors. */
export const failEach = async ({ auth, organizations, platform }: Scene, expireToken: () => void): Promise<Failure[]> => {
  const { password, newPassword, resetToken, refreshToken, code } = planted;
  const username = 'ada@example.com';
  const calls: Record<string, () => Promise<unknown>> = {
    login: () => auth.login({ username, password }),
    register: () => auth.register({ username, password }),
    activateByEmail: () => auth.activateByEmail({ userId: 'user-1', code }),
    resetPassword: () => auth.resetPassword({ token: resetToken, password: newPassword }),
    refresh: () => auth.refresh({ refresh_token: refreshToken }),
    tokenInfo: () => auth.tokenInfo({}, { retry: false }),
    changePassword: () => auth.changePassword({ current_password: password, new_password: newPassword }),
    create: () => organizations.create({ name: 'Acme' }, { headers: { 'X-Own-Token': planted.header }, retry: false }),
    list: () => organizations.list({}, { retry: false }),
    get: () => organizations.get({ organizationId: 'org-1' }, { retry: false }),
    renew: () => {
      expireToken();
      return organizations.list({}, { retry: false });
    },
  };
  const failures: Failure[] = [];
  for (const [of, run] of Object.entries(calls)) {
    await platform.session.set(firstTokens);
    await run().catch((error: unknown) => {
      if (!isPlatformError(error)) throw error;
      failures.push({ of, error });
    });
  }
  return failures;
};

/** Returns the kind of each planted secret that the errors or the log contain, with the position where it was found. */
export const leaksOf = (failures: readonly Failure[], log: unknown, secrets: Readonly<Record<string, string>> = planted): string[] => {
  const views: Record<string, string> = { log: inspect(log, { depth: 10, showHidden: true }) + JSON.stringify(log) };
  for (const { of, error } of failures) {
    views[`${of}: message`] = `${error.message} ${String(error)}`;
    views[`${of}: stack`] = String(error.stack);
    views[`${of}: inspect`] = inspect(error, { depth: 10, showHidden: true });
    views[`${of}: JSON`] = JSON.stringify(error);
    views[`${of}: cause`] = inspect(error.cause, { depth: 10, showHidden: true });
  }
  return Object.entries(secrets).flatMap(([kind, secret]) => {
    const forms = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      inspect(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('latin1'),
    ];
    return Object.entries(views).flatMap(([place, view]) => (forms.some((form) => view.includes(form)) ? [`${kind} in ${place}`] : []));
  });
};

/** Returns the planted secrets that a request contains. */
export const broughtBy = ({ raw }: RecordedRequest): string[] => {
  const text = Buffer.from(raw, 'latin1').toString();
  return Object.values(planted).filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
};

/** Calls `answer` with the secrets that the request contains, and responds with its reaction. */
export const echo =
  (answer: (secrets: string[]) => Reaction): Reaction =>
  (socket, request) =>
    answer(broughtBy(request))(socket, request);
