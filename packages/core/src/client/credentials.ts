import { PlatformError, inputError } from '../diagnostics/errors.ts';
import { isBrowser } from '../http/runtime.ts';
import type { AnyOperation, Authenticate, AuthenticatedRequest, CredentialSource } from '../operation/operation.ts';
import type { Resolvable } from '../operation/platform-options.ts';
import { checkText } from './check-input.ts';

/** Returns a setting that an operation needs. Throws if the setting is missing. */
const needed = <T>(value: T | undefined, field: string, operation: string): T => {
  if (value) return value;
  throw inputError(`${operation} needs ${field}: set it in the options of the platform or the client`, field, operation);
};

/** Returns the value of a credential, which a function may provide for each request. */
export const valueOf = async <Value>(source: Resolvable<Value> | undefined, field: string, operation: string): Promise<Value> => {
  const given = needed(source, field, operation);
  if (typeof given !== 'function') return given;
  let cause: unknown;
  try {
    const value = await (given as () => Value | Promise<Value>)();
    if (value) return value;
  } catch (error) {
    cause = error;
  }
  throw new PlatformError('session', `${operation} needs ${field}, which could not be obtained from its function`, { field }, { cause });
};

/** Returns the Bearer header with the configured `accessToken`, or else with the signed-in user's token. */
const userToken = async ({ options, session }: CredentialSource, operation: string, renew?: false): Promise<AuthenticatedRequest> => {
  if (options.accessToken !== undefined) {
    return { headers: { Authorization: `Bearer ${await valueOf(options.accessToken, 'accessToken', operation)}` } };
  }
  const tokens = await (renew === false ? session.get() : session.current());
  if (!tokens) throw new PlatformError('session', `${operation} needs a signed-in user: call auth.login first, or set accessToken`);
  return { headers: { Authorization: `Bearer ${tokens.accessToken}` }, tokens };
};

/** Returns only the credentials that the operation names. If these are `apiKey` and `accessToken`, and both are strings, returns them synchronously. */
export const attach = (
  operation: AnyOperation,
  service: string,
  name: string,
  context: CredentialSource,
): AuthenticatedRequest | Promise<AuthenticatedRequest> => {
  const { credentials, authenticate: more } = operation;
  const { apiKey, accessToken } = context.options;
  const isUser = credentials === 'user' || credentials === 'admin';
  if (!more && isUser && isText(apiKey) && isText(accessToken))
    return { headers: { 'Api-Key': apiKey, Authorization: `Bearer ${accessToken}` } };
  return attachInTurn(operation, service, name, context);
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const attachInTurn = async (
  { credentials, refreshOn401, authenticate: more }: AnyOperation,
  service: string,
  operation: string,
  context: CredentialSource,
): Promise<AuthenticatedRequest> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const { apiKey } = context.options;
  const isKeyed = isUser || credentials === 'application';
  if (isKeyed) needed(apiKey, 'apiKey', operation);
  // The token is read first and synchronously, so that a call that begins before a sign-out is sent with this token.
  const user = isUser ? await userToken(context, operation, refreshOn401) : undefined;
  const key = isKeyed ? { 'Api-Key': await valueOf(apiKey, 'apiKey', operation) } : {};
  const own = await more?.(context, operation, service);
  return { ...user, ...own, headers: { ...key, ...user?.headers, ...own?.headers } };
};

/** Throws in a browser, where any script of the page could read the secret. With `allowSecretsInBrowser`, does nothing. */
export const guard = (secret: string, operation: string, { options }: CredentialSource): void => {
  if (isBrowser() && !options.allowSecretsInBrowser) {
    throw inputError(`${operation} would send the ${secret} from a browser; set allowSecretsInBrowser to do so`, 'allowSecretsInBrowser');
  }
};

/** Attaches the service's own Bearer token. Throws for the gateway's token in a browser, because this token is a secret. All other tokens belong to a user. */
export const serviceToken: Authenticate = async (context, operation, service) => {
  const field = `tokens.${service}`;
  const source = context.options.tokens?.[service as 'memory'];
  if (!source) {
    const own = service === 'gateway' ? 'apiKey' : 'token';
    throw inputError(
      `${operation} needs ${field}: set it in the options of the platform, or ${own} in those of the client`,
      field,
      operation,
    );
  }
  if (service === 'gateway') guard('gateway key', operation, context);
  return { headers: { Authorization: `Bearer ${await valueOf(source, field, operation)}` } };
};

/** Attaches the signed-in user's Bearer token, without the Api-Key. */
export const userBearer: Authenticate = (context, operation) => userToken(context, operation);

/** Attaches Basic authentication with a project's key pair, and the Api-Key if it is set. */
export const projectKeyPair: Authenticate = async (context, operation) => {
  const { apiKey, projectKeys } = context.options;
  const source = needed(projectKeys, 'projectKeys', operation);
  guard('project secret key', operation, context);
  const keys = await valueOf(source, 'projectKeys', operation);
  const publicKey = needed(keys.publicKey, 'projectKeys.publicKey', operation);
  const secretKey = needed(keys.secretKey, 'projectKeys.secretKey', operation);
  checkText('projectKeys', publicKey + secretKey);
  const pair = String.fromCharCode(...new TextEncoder().encode(`${publicKey}:${secretKey}`));
  const key = apiKey && { 'Api-Key': await valueOf(apiKey, 'apiKey', operation) };
  return { headers: { ...key, Authorization: `Basic ${btoa(pair)}` }, secrets: [secretKey] };
};

/** Attaches the two headers of an agent, if the options contain an agent. */
export const agentPair: Authenticate = async (context, operation) => {
  const { agent } = context.options;
  if (!agent) return { headers: {} };
  guard('agent secret', operation, context);
  const { secretToken, userId } = await valueOf(agent, 'agent', operation);
  return {
    headers: {
      'X-Agent-Secret-Token': needed(secretToken, 'agent.secretToken', operation),
      'X-Agent-User-Id': needed(userId, 'agent.userId', operation),
    },
  };
};

/** Attaches the `Admin-Access` token. */
export const adminAccess: Authenticate = async (context, operation) => {
  guard('admin access token', operation, context);
  return { headers: { 'Admin-Access': await valueOf(context.options.adminAccess, 'adminAccess', operation) } };
};
