import type { Credentials } from '@platform-sdk/core';
import { refuse } from '../errors/refusal.ts';
import { localAdminAccess } from '../options/default-credentials.ts';
import type { Account } from '../world/accounts.ts';
import { userOf } from '../world/sessions.ts';
import type { World } from '../world/state.ts';

/** Rejects a request with missing or invalid credentials. Returns the user that the credentials belong to, if any. */
export type Check = (request: Request, world: World) => Account | undefined;

const application: Check = ({ headers }, { settings }) =>
  headers.get('api-key') === settings.apiKey ? undefined : refuse(401, 'INVALID_API_KEY', 'The Api-Key header is missing or unknown.');

const user: Check = (request, world) => {
  application(request, world);
  return userOf(request, world);
};

const admin: Check = (request, world) => {
  const account = user(request, world);
  return request.headers.get('admin-access') === localAdminAccess
    ? account
    : refuse(403, 'ADMIN_ACCESS_REQUIRED', 'The Admin-Access header is missing or unknown.');
};

/** The authentication scheme that a 401 must name. Api-Keys and agents use their own headers, for which no scheme is registered. */
const SCHEMES: Readonly<Record<Credentials, string>> = {
  none: 'Bearer',
  application: 'Api-Key',
  user: 'Bearer',
  admin: 'Bearer',
  project: 'Basic',
  token: 'Bearer',
  agent: 'Agent',
};

/** Returns the `WWW-Authenticate` header of a 401. */
export const challengeFor = (credentials: Credentials = 'none'): string => `${SCHEMES[credentials]} realm="platform"`;

/** The checks that all services share. Services add their own checks for other kinds of credentials. */
export const checks: Readonly<Partial<Record<Credentials, Check>>> = { none: () => undefined, application, user, admin };
