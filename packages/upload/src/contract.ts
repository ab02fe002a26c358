import { agentPair, file, object, operation, optional, serviceToken, text, userBearer, type Attach } from '@platform-sdk/core/contract';
import { either } from './answers.ts';
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
    translate_to: optional(text({ pattern: /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i, message: 'must be a language code, such as de' })),
  }),
  output: either,
  // The client writes the form; this is its plain way, for whoever calls the operation without it.
  encode: (fields) => () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value as Blob);
    return { body: form };
  },
  retry: 'never',
  errors: [401, 413, 415, 422],
});
