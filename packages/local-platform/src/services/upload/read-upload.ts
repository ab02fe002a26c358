import { extract, type Extracted } from './extraction.ts';
import { parseForm } from './form.ts';
import { languageOf } from './language.ts';

/** A received upload. */
export interface UploadBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** The text in images, by the hexadecimal SHA-256 of their bytes. */
  readonly imageTexts: Readonly<Record<string, string>> | undefined;
}

/** The fields of an upload, and its file's content. */
export interface ReadUpload {
  /** The values of text fields, and the names of files. */
  readonly fields: Readonly<Record<string, string | { readonly name: string }>>;
  /** Undefined if the form contains no file. */
  readonly file: (Extracted & { readonly name: string; readonly language: string }) | undefined;
}

/** Parses a form and its file. Returns undefined if the form is invalid or incomplete. */
export const readUpload = async ({ body, contentType, imageTexts }: UploadBody): Promise<ReadUpload | undefined> => {
  const form = parseForm(body, contentType);
  if (!form) return undefined;
  const fields = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value : { name: value.name }]),
  );
  const { file } = form;
  // Browsers send an empty name if no file was chosen.
  if (file === undefined || typeof file === 'string' || file.name === '') return { fields, file: undefined };
  const extracted = await extract(file.name, file.bytes, imageTexts);
  return { fields, file: { ...extracted, name: file.name, language: languageOf(extracted.text) } };
};
