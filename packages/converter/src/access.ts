import { serviceToken, type Attach } from '@platform-sdk/core/contract';

/** The documents show no authentication: a Bearer goes along when there is one. */
export const access: Attach = (context, name, service) =>
  context.options.tokens?.converter ? serviceToken(context, name, service) : { headers: {} };
