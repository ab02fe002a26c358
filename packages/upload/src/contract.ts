import {
  agentPair,
  file,
  languageCode,
  object,
  operation,
  optional,
  serviceToken,
  userBearer,
  type Attach,
} from '@platform-sdk/core/contract';
import { either } from './answers.ts';
import { encodeForm } from './form.ts';
import type { Prepared } from './source.ts';
import type { UploadForm } from './types.ts';

/** The service's own Bearer, else the agent pair, else the signed-in user's Bearer; never the Api-Key. */
const attach: Attach = (context, name, service) => {
  const { tokens, agent } = context.options;
  return (tokens?.upload ? serviceToken : agent ? agentPair : userBearer)(context, name, service);
};

/** Uploads a file and reads its text, translated if a language is given. It is not sent again unless provably nothing left the machine, or once after a refresh. */
export const upload = operation({
  method: 'POST',
  path: '/v1/upload',
  credentials: 'token',
  attach,
  input: object<UploadForm>({
    file,
    translate_to: optional(languageCode),
  }),
  output: either,
  // The client gives it a file that it has opened.
  encode: ({ file: opened, translate_to }, options) => encodeForm(opened as Prepared, translate_to as string | undefined, options),
  retry: 'never',
  errors: [401, 413, 415, 422],
});
