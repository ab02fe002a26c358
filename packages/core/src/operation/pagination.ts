import { PlatformError, isPlatformError, withDetails } from '../diagnostics/errors.ts';
import { amount, checkOptions } from '../schema/options.ts';
import { object } from '../schema/schema.ts';

/** A list that is loaded page by page. Each page is requested when the loop reaches it. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** Yields whole pages, as the service returns them. */
  pages(): AsyncIterable<Page>;
  /** Returns at most `limit` items in one array. If a later page fails, the error's `received` contains the items of the earlier pages. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

const toArrayOptions = object<{ readonly limit: number }>({ limit: amount });

/** Loads one page. `check` runs inside the call, so that its error contains the operation, the status and the attempts. */
type LoadPage<In, Page> = (input: In, check: (page: Page) => undefined) => Promise<Page>;

/** Finds the next page of a list, and loads the pages. */
export interface Paging<In, Page, Item> {
  /** Returns the pages, which are requested only when a loop reaches them. `load` requests a single page. */
  (load: LoadPage<In, Page>, input: In): Pages<Item, Page>;
  /** Returns the input of the page after `pages`. `first` is the input of the first page. Undefined after the last page. */
  readonly next: (first: In, pages: readonly Page[]) => In | undefined;
}

interface PageParts<Page, Item> {
  readonly items: (page: Page) => readonly Item[];
  /** Returns the total number of items, if the page contains it. */
  readonly total?: (page: Page) => number | undefined;
}

/** A position in a list. */
interface Place<In> {
  /** The input of the next page. Undefined after the last page. */
  readonly input: In | undefined;
  /** The number of items before this position. */
  readonly seen: number;
  /** The first item of the previous page, as JSON. */
  readonly head?: string;
}

type Next<In, Page> = (input: In, page: Page, seen: number) => In;

const pagesOf = <In, Page, Item>(
  { items, total }: PageParts<Page, Item>,
  start: (input: In) => number,
  next: Next<In, Page>,
): Paging<In, Page, Item> => {
  const headOf = (page: Page): string => JSON.stringify(items(page)[0]);

  const advance = ({ input, seen: before }: Place<In>, page: Page): Place<In> => {
    const count = items(page).length;
    const seen = before + count;
    // If the service sends fewer items per page than requested, `seen` may exceed the total. The list then ends with an empty page.
    return { input: count === 0 || seen === total?.(page) ? undefined : next(input as In, page, seen), seen, head: headOf(page) };
  };

  const check = (page: Page): undefined => {
    const found: unknown = items(Object(page) as Page);
    if (!Array.isArray(found)) throw new PlatformError('invalid-response', 'A page of the list has no list', { body: page });
    // Throws for an item that is nested too deeply to be compared.
    headOf(page);
  };
  const isRepeated = (place: Place<In>, page: Page): boolean => items(page).length > 0 && headOf(page) === place.head;

  const paging = (load: LoadPage<In, Page>, first: In): Pages<Item, Page> => {
    async function* pages(): AsyncGenerator<Page> {
      let place: Place<In> = { input: first, seen: start(first) };
      while (place.input) {
        const page = await load(place.input, check);
        // A service that ignores the page parameter returns the same page forever.
        if (isRepeated(place, page)) return;
        yield page;
        place = advance(place, page);
      }
    }

    async function* each(): AsyncGenerator<Item> {
      for await (const page of pages()) yield* items(page);
    }

    return {
      pages,
      [Symbol.asyncIterator]: each,
      async toArray(options) {
        // Without a limit, a long list might never end.
        const { limit } = checkOptions('toArray', toArrayOptions, { ...options });
        const found: Item[] = [];
        if (limit > 0) {
          try {
            for await (const item of each()) if (found.push(item) >= limit) break;
          } catch (error) {
            if (found.length === 0 || !isPlatformError(error)) throw error;
            // The property is not enumerable, because items may contain secrets, and applications print errors.
            throw Object.defineProperty(withDetails(error, {}), 'received', { value: found });
          }
        }
        return found;
      },
    };
  };

  const nextOf = (first: In, pages: readonly Page[]): In | undefined => {
    let place: Place<In> = { input: first, seen: start(first) };
    for (const page of pages) {
      if (!place.input || isRepeated(place, page)) return undefined;
      place = advance(place, page);
    }
    return place.input;
  };

  return Object.assign(paging, { next: nextOf });
};

/** Declares pages that are numbered from 1. `size` returns the page size. */
/* @__NO_SIDE_EFFECTS__ */ export const byPage = <In extends { page?: number }, Page, Item>(
  parts: PageParts<Page, Item> & { readonly size: (input: In) => number },
): Paging<In, Page, Item> =>
  pagesOf(
    parts,
    (input) => ((input.page ?? 1) - 1) * parts.size(input),
    (input) => ({ ...input, page: (input.page ?? 1) + 1 }),
  );

/** Declares pages that begin after `offset` items. */
/* @__NO_SIDE_EFFECTS__ */ export const byOffset = <In extends { offset?: number }, Page, Item>(
  parts: PageParts<Page, Item>,
): Paging<In, Page, Item> =>
  pagesOf(
    parts,
    (input) => input.offset ?? 0,
    (input, _, seen) => ({ ...input, offset: seen }),
  );
