import { amend, isPlatformError, type PlatformError } from '@platform-sdk/core';

/** The answer to a rotation was lost: the new key with it, and the old one may be dead. */
export const isKeyLost = (error: unknown): error is PlatformError =>
  isPlatformError(error) && error.operation === 'agentPasses.rotateKey' && /unknown|likely/.test(error.outcome ?? '');

/** Passes a rotation's failure on, and says when it took the key along. */
export const tellLostKey = (error: unknown): never => {
  throw isKeyLost(error) ? amend(error, {}, `${error.message}. The new key is lost and the old one may be dead: rotate again`) : error;
};
