import { extract, type Extracted } from './extraction.ts';
import { parseForm } from './form.ts';
import { languageOf } from './language.ts';

/** An upload as it was received. */
export interface UploadBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** The texts of images by the SHA-256 of their bytes in hexadecimal digits. */
  readonly imageTexts: Readonly<Record<string, string>> | undefined;
}

/** The form of an upload, and the content of its file. */
export interface ReadUpload {
  /** The texts of the form, and the names of its files. */
  readonly fields: Readonly<Record<string, string | { readonly name: string }>>;
  /** Undefined where the form has no file. */
  readonly file: (Extracted & { readonly name: string; readonly language: string }) | undefined;
}

/** Reads a form and its file. Returns undefined if it is no form, or incomplete. */
export const readUpload = async ({ body, contentType, imageTexts }: UploadBody): Promise<ReadUpload | undefined> => {
  const form = parseForm(body, contentType);
  if (!form) return undefined;
  const fields = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value : { name: value.name }]),
  );
  const { file } = form;
  // A browser sends an empty name where no file was chosen.
  if (file === undefined || typeof file === 'string' || file.name === '') return { fields, file: undefined };
  const extracted = await extract(file.name, file.bytes, imageTexts);
  return { fields, file: { ...extracted, name: file.name, language: languageOf(extracted.text) } };
};
