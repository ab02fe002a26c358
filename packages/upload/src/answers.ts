import { boolean, integer, object, string, type Fields } from '@platform-sdk/core/contract';
import type { Extraction, Translation } from './types.ts';

const plain: Fields<Extraction> = {
  file_id: string,
  filename: string,
  extracted_text: string,
  metadata: object<Extraction['metadata']>({ pages: integer, has_images: boolean }),
};
const translated: Fields<Translation> = {
  file_id: string,
  original_text: string,
  translated_text: string,
  source_language: string,
  target_language: string,
};

/** What is answered when no translation is asked for. */
export const extraction = object<Extraction>(plain);

/** What is answered when one is. */
export const translation = object<Translation>(translated);

const fields = Object.entries({ ...plain, ...translated });

/** Whichever it is. */
export const either = object<Partial<Extraction & Translation>>(
  Object.fromEntries(fields.map(([name, field]) => [name, { ...field, optional: true }])) as object as Fields<
    Partial<Extraction & Translation>
  >,
);
