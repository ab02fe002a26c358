import { object, operation, type Fields } from '@platform-sdk/core/contract';
import { plain, translated } from './results.ts';
import { declared } from './upload-operation.ts';
import type { UploadText, UploadTranslation } from './types.ts';

const fields = Object.entries({ ...plain, ...translated });

/** The schema of a response with or without a translation. */
const either = object<Partial<UploadText & UploadTranslation>>(
  Object.fromEntries(fields.map(([name, field]) => [name, { ...field, optional: true }])) as object as Fields<
    Partial<UploadText & UploadTranslation>
  >,
);

/**
 * Uploads a file, and returns its text. With `translate_to`, also returns a translation. Retried only if no byte left the machine, after a
 * 429 with `retry: { retryOn429: true }`, and once after a session refresh.
 */
export const upload = operation({
  ...declared,
  output: either,
});
