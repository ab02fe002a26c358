import { problemsOf } from '@platform-sdk/core/contract';
import * as contract from '@platform-sdk/upload/contract';
import { fastApiDialect } from '../fastapi-dialect.ts';
import { refusalOfProblems, refuse } from '../refusal.ts';
import type { Rules } from '../service.ts';
import { extract } from './extraction.ts';
import { parseForm, readBody } from './form.ts';
import { languageOf, translate } from './language.ts';
import { LARGEST } from './options.ts';

/** The names in the form of each request that the documents do not show. */
const unknown = new WeakMap<Request, readonly string[]>();

export const unknownIn = (request: Request): readonly string[] => unknown.get(request) ?? [];

export const rules: Rules<typeof contract> = {
  async upload(_, { world, request }) {
    const { maxBytes = LARGEST } = world.settings.upload;
    const form = parseForm(await readBody(request, maxBytes), request.headers.get('content-type') ?? '');
    if (!form) return refuse(422, 'INVALID_INPUT', 'The body is no form, or not a whole one.');
    const { input } = contract.upload;
    unknown.set(
      request,
      Object.keys(form).filter((name) => !input.properties?.[name]),
    );
    const problems = problemsOf(input, form);
    if (problems.length > 0) return fastApiDialect(refusalOfProblems(problems), request, (document, init) => Response.json(document, init));
    const { file, translate_to } = form as { file: unknown; translate_to?: string };
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
