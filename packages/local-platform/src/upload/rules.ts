import type * as contract from '@platform-sdk/upload/contract';
import { refuse } from '../refusal.ts';
import type { Rules } from '../service.ts';
import { extract } from './extraction.ts';
import { languageOf, translate } from './language.ts';

export const rules: Rules<typeof contract> = {
  async upload({ file, translate_to }, { world }) {
    if (!(file instanceof File)) return refuse(422, 'INVALID_INPUT', 'file must be a file with a name.');
    const { name: filename } = file;
    const { text, pages, hasImages } = await extract(filename, new Uint8Array(await file.arrayBuffer()), world.settings.upload);
    const file_id = world.id();
    if (translate_to === undefined) return { file_id, filename, extracted_text: text, metadata: { pages, has_images: hasImages } };
    const source_language = languageOf(text);
    return {
      file_id,
      original_text: text,
      translated_text: translate(text, source_language, translate_to),
      source_language,
      target_language: translate_to,
    };
  },
};
