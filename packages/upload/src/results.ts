import { boolean, integer, object, string, type Fields } from '@platform-sdk/core/contract';
import type { UploadText, UploadTranslation } from './types.ts';

/** What is answered when no translation is asked for, field by field. */
export const plain: Fields<UploadText> = {
  file_id: string,
  filename: string,
  extracted_text: string,
  metadata: object<UploadText['metadata']>({ pages: integer(), has_images: boolean }),
};
/** And when one is. */
export const translated: Fields<UploadTranslation> = {
  file_id: string,
  original_text: string,
  translated_text: string,
  source_language: string,
  target_language: string,
};

/** What is answered when no translation is asked for. */
export const extraction = object<UploadText>(plain);

/** What is answered when one is. */
export const translation = object<UploadTranslation>(translated);
