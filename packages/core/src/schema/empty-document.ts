/** Members that describe a document, and contain no data. */
const ABOUT = ['meta', 'links', 'jsonapi'];

/** Returns true for a document without data: an empty body, `null`, `{}` or `{"data": null}`. */
export const isEmptyDocument = (document: unknown): boolean => {
  if (typeof document !== 'object' || document === null) return document === undefined || document === null;
  if (Array.isArray(document)) return false;
  for (const name in document) if ((document as Record<string, unknown>)[name] !== null && !ABOUT.includes(name)) return false;
  return true;
};
