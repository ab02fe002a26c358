import { inputError } from '../diagnostics/errors.ts';
import { isBrowser } from '../http/runtime.ts';
import type { Authenticate, CredentialSource } from '../operation/credentials.ts';
import { needed, userToken, valueOf } from './credentials.ts';
import { checkText } from './check-input.ts';

/** Throws in a browser, where any script of the page could read the secret. */
export const guard = (secret: string, operation: string, { options }: CredentialSource): void => {
  if (isBrowser() && !options.allowSecretsInBrowser) {
    throw inputError(`${operation} would send the ${secret} from a browser; set allowSecretsInBrowser to do so`, 'allowSecretsInBrowser');
  }
};

/** The service's own Bearer. The gateway's is a secret, the others belong to a user. */
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

/** The signed-in user's Bearer, without the Api-Key. */
export const userBearer: Authenticate = (context, operation) => userToken(context, operation);

/** Basic with a project's key pair, and the Api-Key if the platform has one. */
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

/** The agent pair, when it is configured. */
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

/** `Admin-Access`. */
export const adminAccess: Authenticate = async (context, operation) => {
  guard('admin access token', operation, context);
  return { headers: { 'Admin-Access': await valueOf(context.options.adminAccess, 'adminAccess', operation) } };
};
