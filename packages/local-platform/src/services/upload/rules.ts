import { runTask } from '#documents';
import { isPlatformError } from '@platform-sdk/core';
import { problemsOf } from '@platform-sdk/core/internal';
import * as contract from '@platform-sdk/upload/contract';
import { fastApiDialect } from '../../errors/fastapi-dialect.ts';
import { refusalOfProblems, refuse } from '../../errors/refusal.ts';
import type { Rules } from '../../routing/service.ts';
import { translate } from './language.ts';
import { LARGEST } from '../../options/upload.ts';
import { readBody } from './read-body.ts';

/** The unknown field names in the form of each request. */
const unknown = new WeakMap<Request, readonly string[]>();

export const unknownIn = (request: Request): readonly string[] => unknown.get(request) ?? [];

/** Throws a 422 for a file that exceeds a limit. Rethrows any other error. */
const refuseExcess = (error: unknown): never => {
  if (isPlatformError(error) && error.status === undefined) refuse(422, 'UNREADABLE', error.message);
  throw error;
};

export const rules: Rules<typeof contract> = {
  async upload(_, { world, request }) {
    const { maxBytes = LARGEST, imageTexts } = world.settings.upload;
    const contentType = request.headers.get('content-type') ?? '';
    const body = await readBody(request, maxBytes);
    const read = await runTask('readUpload', { body, contentType, imageTexts }).catch(refuseExcess);
    if (!read) return refuse(422, 'INVALID_INPUT', 'The body is not a valid form, or is incomplete.');
    const { fields, file } = read;
    const { input } = contract.upload;
    unknown.set(
      request,
      Object.keys(fields).filter((name) => !input.properties?.[name]),
    );
    const problems = problemsOf(input, fields);
    if (problems.length > 0) return fastApiDialect(refusalOfProblems(problems), request, (document, init) => Response.json(document, init));
    if (!file) return refuse(422, 'INVALID_INPUT', 'file must be a file with a name.');
    const { translate_to } = fields as { translate_to?: string };
    const { name: filename, text, pages, hasImages, language: source_language } = file;
    const file_id = world.id();
    if (translate_to === undefined) return { file_id, filename, extracted_text: text, metadata: { pages, has_images: hasImages } };
    return {
      file_id,
      original_text: text,
      translated_text: translate(text, source_language, translate_to),
      source_language,
      target_language: translate_to,
    };
  },
};
