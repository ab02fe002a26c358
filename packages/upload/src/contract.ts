import { object, operation, type Fields } from '@platform-sdk/core/contract';
import { plain, translated } from './results.ts';
import { declared } from './upload-operation.ts';
import type { UploadText, UploadTranslation } from './types.ts';

const fields = Object.entries({ ...plain, ...translated });

/** A response with or without a translation. */
const either = object<Partial<UploadText & UploadTranslation>>(
  Object.fromEntries(fields.map(([name, field]) => [name, { ...field, optional: true }])) as object as Fields<
    Partial<UploadText & UploadTranslation>
  >,
);

/** Uploads a file and reads its text, translated if a language is given. Retried only if nothing left the machine, or once after a session refresh. */
export const upload = operation({
  ...declared,
  output: either,
});
