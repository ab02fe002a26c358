import { PlatformError } from '../diagnostics/errors.ts';

/** A list that is loaded page by page; each page is requested when it is reached. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** Whole pages, as the service returns them. */
  pages(): AsyncIterable<Page>;
  /** At most `limit` items, in one array. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** Loads one page. `check` runs within its call, so that its error carries the operation, the status and the attempts. */
type LoadPage<In, Page> = (input: In, check: (page: Page) => undefined) => Promise<Page>;

/** Turns one page's call into all pages. */
export type Paging<In, Page, Item> = (load: LoadPage<In, Page>, input: In) => Pages<Item, Page>;

interface PageParts<Page, Item> {
  readonly items: (page: Page) => readonly Item[];
  /** Returns the number of all items, if the page contains it. */
  readonly total?: (page: Page) => number | undefined;
}

type Next<In, Page> = (input: In, page: Page, seen: number) => In;

const pagesOf = <In, Page, Item>(
  { items, total }: PageParts<Page, Item>,
  start: (input: In) => number,
  next: Next<In, Page>,
): Paging<In, Page, Item> => {
  const check = (page: Page): undefined => {
    const found: unknown = items(Object(page) as Page);
    const { error, errors = error } = Object(page) as { readonly error?: unknown; readonly errors?: unknown };
    const isFailure = !(found as unknown[] | undefined)?.length && (Array.isArray(errors) ? errors.length > 0 : errors);
    if (isFailure || !Array.isArray(found))
      throw new PlatformError('invalid-response', `A page of the list ${isFailure ? 'reports an error' : 'has no list'}`, { body: page });
  };
  return (load, first) => {
    async function* pages(): AsyncGenerator<Page> {
      let input = first;
      let before = '';
      for (let seen = start(first); ;) {
        const page = await load(input, check);
        const found = items(page);
        const head = JSON.stringify(found[0]);
        // A service that ignores the page parameter would return the same page for ever.
        if (found.length > 0 && head === before) return;
        yield page;
        seen += found.length;
        const all = total?.(page);
        // `seen` exceeds `all` only if the service sends smaller pages than requested.
        if (found.length === 0 || seen === all) return;
        before = head;
        input = next(input, page, seen);
      }
    }

    async function* each(): AsyncGenerator<Item> {
      for await (const page of pages()) yield* items(page);
    }

    return {
      pages,
      [Symbol.asyncIterator]: each,
      async toArray({ limit }) {
        const found: Item[] = [];
        if (limit > 0) {
          for await (const item of each()) if (found.push(item) >= limit) break;
        }
        return found;
      },
    };
  };
};

/** Pages that are numbered from 1; `size` is the service's default page size. */
export const byPage = <In extends { page?: number }, Page, Item>(
  parts: PageParts<Page, Item> & { readonly size: (input: In) => number },
): Paging<In, Page, Item> =>
  pagesOf(
    parts,
    (input) => ((input.page ?? 1) - 1) * parts.size(input),
    (input) => ({ ...input, page: (input.page ?? 1) + 1 }),
  );

/** Pages that begin after `offset` items. */
export const byOffset = <In extends { offset?: number }, Page, Item>(parts: PageParts<Page, Item>): Paging<In, Page, Item> =>
  pagesOf(
    parts,
    (input) => input.offset ?? 0,
    (input, _, seen) => ({ ...input, offset: seen }),
  );
