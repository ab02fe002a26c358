import { boolean, integer, object, string, type Fields } from '@platform-sdk/core/contract';
import type { UploadText, UploadTranslation } from './types.ts';

/** The fields of a response without a translation. */
export const plain: Fields<UploadText> = {
  file_id: string,
  filename: string,
  extracted_text: string,
  metadata: object<UploadText['metadata']>({ pages: integer(), has_images: boolean }),
};
/** The fields of a response with a translation. */
export const translated: Fields<UploadTranslation> = {
  file_id: string,
  original_text: string,
  translated_text: string,
  source_language: string,
  target_language: string,
};

export const extraction = object<UploadText>(plain);
export const translation = object<UploadTranslation>(translated);
