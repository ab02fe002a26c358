import { inputError } from '../diagnostics/errors.ts';
import type { Attach, CredentialSource } from '../operation/credentials.ts';
import { bearer, needed, userToken } from './credentials.ts';

/** In a browser any script of the page could read the secret. */
export const guard = (secret: string, operation: string, { options }: CredentialSource): void => {
  if (('document' in globalThis || 'importScripts' in globalThis) && !options.allowSecretsInBrowser) {
    throw inputError(`${operation} would send the ${secret} from a browser; set allowSecretsInBrowser to do so`, 'allowSecretsInBrowser');
  }
};

/** The service's own Bearer. */
export const serviceToken: Attach = async ({ options }, operation, service) => ({
  headers: { Authorization: await bearer(needed(options.tokens?.[service as 'memory'], `tokens.${service}`, operation)) },
});

/** The signed-in user's Bearer, without the Api-Key. */
export const userBearer: Attach = (context, operation) => userToken(context, operation);

/** Basic with a project's key pair, and the Api-Key where the platform has one. */
export const projectKeyPair: Attach = (context, operation) => {
  const { apiKey, projectKeys } = context.options;
  const { publicKey, secretKey } = needed(projectKeys, 'projectKeys', operation);
  guard('project secret key', operation, context);
  const pair = String.fromCharCode(...new TextEncoder().encode(`${publicKey}:${secretKey}`));
  return { headers: { ...(apiKey && { 'Api-Key': apiKey }), Authorization: `Basic ${btoa(pair)}` }, secrets: [secretKey] };
};

/** The agent pair, when it is configured. */
export const agentPair: Attach = (context, operation) => {
  const { agent } = context.options;
  if (!agent) return { headers: {} };
  guard('agent secret', operation, context);
  return { headers: { 'X-Agent-Secret-Token': agent.secretToken, 'X-Agent-User-Id': agent.userId } };
};

/** `Admin-Access`. */
export const adminAccess: Attach = (context, operation) => {
  guard('admin access token', operation, context);
  return { headers: { 'Admin-Access': needed(context.options.adminAccess, 'adminAccess', operation) } };
};
