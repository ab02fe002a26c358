import { serviceToken, type Authenticate } from '@platform-sdk/core/contract';

/** Sends a Bearer token if it is set. The API specification documents no authentication. */
export const access: Authenticate = (context, name, service) =>
  context.options.tokens?.converter ? serviceToken(context, name, service) : { headers: {} };
