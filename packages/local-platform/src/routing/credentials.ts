import type { Credentials } from '@platform-sdk/core';
import { refuse } from '../errors/refusal.ts';
import { localAdminAccess } from '../options/default-credentials.ts';
import type { Account } from '../world/accounts.ts';
import { userOf } from '../world/sessions.ts';
import type { World } from '../world/state.ts';

/** Rejects a request with missing or invalid credentials. Returns the user it speaks for. */
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

/** Keys and agents use their own headers and have no registered scheme. A 401 must name a scheme anyway. */
const SCHEMES: Readonly<Record<Credentials, string>> = {
  none: 'Bearer',
  application: 'Api-Key',
  user: 'Bearer',
  admin: 'Bearer',
  project: 'Basic',
  token: 'Bearer',
  agent: 'Agent',
};

/** Returns the scheme that a 401 names, as the value of `WWW-Authenticate`. */
export const challengeFor = (credentials: Credentials = 'none'): string => `${SCHEMES[credentials]} realm="platform"`;

/** The checks of each kind of credentials. A service with another kind has its own check. */
export const checks: Readonly<Partial<Record<Credentials, Check>>> = { none: () => undefined, application, user, admin };
