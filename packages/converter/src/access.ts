import { serviceToken, type Authenticate } from '@platform-sdk/core/contract';

/** The API specification shows no authentication. A Bearer token is sent if it is set. */
export const access: Authenticate = (context, name, service) =>
  context.options.tokens?.converter ? serviceToken(context, name, service) : { headers: {} };
