/** The fields in which the services return their lists. */
const LIST_FIELDS = ['data', 'memories', 'sessions', 'messages', 'results', 'groups', 'tokens'] as const;

type ListField = (typeof LIST_FIELDS)[number];

/** An array, or a page with an array in one of `LIST_FIELDS`. */
type ListPage = readonly unknown[] | { [Field in ListField]: Readonly<Record<Field, readonly unknown[]>> }[ListField];

/** A list, a page, or the pages of an infinite query. */
export type Listed = ListPage | { readonly pages: readonly ListPage[] };

type RowOfPage<Page> = Page extends readonly (infer Row)[]
  ? Row
  : { [Field in ListField]: Page extends Readonly<Record<Field, readonly (infer Row)[]>> ? Row : never }[ListField];

/** The type of a row of a list, of a page, or of the pages of an infinite query. */
export type RowOf<List> = List extends { readonly pages: readonly (infer Page)[] } ? RowOfPage<Page> : RowOfPage<List>;

/**
 * Returns the rows of a list, of a page, or of the pages of an infinite query: `rowsOf(query.data)`. Finds the rows under the field names
 * of all services. Returns an empty array without data. For a list or a page, returns the response's own array.
 */
export const rowsOf = <const List extends Listed>(list: List | null | undefined): readonly RowOf<List>[] => rowsIn(list) as RowOf<List>[];

const rowsIn = (list: unknown): readonly unknown[] => {
  if (Array.isArray(list)) return list;
  const members = Object(list) as { readonly pages?: unknown } & Readonly<Record<ListField, unknown>>;
  if (Array.isArray(members.pages)) return members.pages.flatMap(rowsIn);
  const field = LIST_FIELDS.find((name) => Array.isArray(members[name]));
  return field === undefined ? [] : (members[field] as unknown[]);
};
