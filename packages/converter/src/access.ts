import { serviceToken, type Authenticate } from '@platform-sdk/core/contract';

/** The documents show no authentication: a Bearer goes along when there is one. */
export const access: Authenticate = (context, name, service) =>
  context.options.tokens?.converter ? serviceToken(context, name, service) : { headers: {} };
