/** Members that describe a document and carry none of its data. */
const ABOUT = ['meta', 'links', 'jsonapi'];

/** Returns true for a document without data: an empty body, `null`, `{}` or `{"data": null}`. */
export const isEmptyDocument = (document: unknown): boolean =>
  document === undefined ||
  document === null ||
  (typeof document === 'object' &&
    !Array.isArray(document) &&
    Object.entries(document).every(([name, value]) => value === null || ABOUT.includes(name)));
