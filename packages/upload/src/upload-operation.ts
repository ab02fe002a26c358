import type { CallOptions } from '@platform-sdk/core';
import {
  agentPair,
  boolean,
  callable,
  callOptions,
  extended,
  file,
  languageCode,
  object,
  optional,
  orFalsy,
  orNull,
  serviceToken,
  userBearer,
  type Authenticate,
  type Operation,
} from '@platform-sdk/core/contract';
import { encodeForm } from './form.ts';
import type { Prepared } from './source.ts';
import type { UploadText, UploadTranslation, UploadForm, UploadOptions } from './types.ts';

/** Returns the upload token, otherwise the credentials of `agent`, otherwise the signed-in user's token. Never returns the Api-Key. */
const authenticate: Authenticate = (context, name, service) => {
  const { tokens, agent } = context.options;
  return (tokens?.upload ? serviceToken : agent ? agentPair : userBearer)(context, name, service);
};

/** The expected statuses of failures. They are assumed, because the API specification documents no statuses. */
export type UploadFailure = 401 | 413 | 415 | 422;

export const uploadOptions = extended<CallOptions, UploadOptions>(callOptions, {
  onProgress: orFalsy(callable()),
  checkType: orNull(boolean),
});

/** The operation without its output. The input determines the output that the client uses. The contract allows both outputs. */
export const declared: Omit<Operation<UploadForm, Partial<UploadText & UploadTranslation>, UploadFailure>, 'output'> = {
  method: 'POST',
  path: '/v1/upload',
  credentials: 'token',
  authenticate,
  input: object<UploadForm>({
    file,
    translate_to: optional(languageCode),
  }),
  // The client passes an opened file.
  encode: ({ file: opened, translate_to }, options) => encodeForm(opened as Prepared, translate_to as string | undefined, options),
  retry: 'non-idempotent',
  options: uploadOptions,
  errors: [401, 413, 415, 422],
  // A translation is billed, and the service may list the call as an activity of the agent.
  invalidates: ['/wallets', '/oauth/agent/activity'],
};
