import { boolean, integer, object, optional, string, type Fields } from '@platform-sdk/core/contract';
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

/** Whichever it is. */
export const either = object<Partial<Extraction & Translation>>({
  file_id: optional(string),
  filename: optional(string),
  extracted_text: optional(string),
  metadata: optional(plain.metadata),
  original_text: optional(string),
  translated_text: optional(string),
  source_language: optional(string),
  target_language: optional(string),
});
