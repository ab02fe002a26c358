import { byOffset, byPage, number, object, operation, optional, array, type Operation } from '@platform-sdk/core/contract';
import { describe, expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch, type Sent } from './recording-fetch.ts';

interface Numbered {
  page?: number;
  per_page?: number;
}

interface Page {
  items: number[];
  total?: number;
}

interface Placed {
  offset?: number;
}

const wholePage = object<Page>({ items: array(number()), total: optional(number()) });
const parts = { items: ({ items }: Page) => items, total: ({ total }: Page) => total };
const bare = { method: 'GET', path: '/numbers', credentials: 'none', output: wholePage, retry: 'safe' } as const;

const numbered: Operation<Numbered, Page> = operation({
  ...bare,
  input: object<Numbered>({ page: optional(number()), per_page: optional(number()) }),
});
const placed: Operation<Placed, Page> = operation({ ...bare, input: object<Placed>({ offset: optional(number()) }) });
const contract = {
  byNumber: { ...numbered, paging: byPage<Numbered, Page, number>({ ...parts, size: ({ per_page = 2 }) => per_page }) },
  byPlace: { ...placed, paging: byOffset<Placed, Page, number>(parts) },
};

type Client = ReturnType<typeof benchOf<typeof contract>>['client'];

const NUMBERS = [1, 2, 3, 4, 5];

/** Serves five numbers, two per page by default. */
const serve = (total: boolean) => {
  const wire = recordingFetch(({ url }: Sent) => {
    const query = new URL(url).searchParams;
    const size = Number(query.get('per_page') ?? 2);
    const from = query.has('offset') ? Number(query.get('offset')) : (Number(query.get('page') ?? 1) - 1) * size;
    return json({ items: NUMBERS.slice(from, from + size), ...(total && { total: NUMBERS.length }) });
  });
  return { wire, client: benchOf(contract, wire).client, queries: () => wire.sent.map(({ url }) => new URL(url).search) };
};

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

it('byPage yields the items of all pages, and requests no page after the total is reached', async () => {
  const { client, queries } = serve(true);
  await expect(all(client.byNumber())).resolves.toEqual(NUMBERS);
  expect(queries()).toEqual(['', '?page=2', '?page=3']);
});

it('stops byPage at the first empty page if the total is missing', async () => {
  const { client, queries } = serve(false);
  await expect(all(client.byNumber())).resolves.toEqual(NUMBERS);
  expect(queries()).toEqual(['', '?page=2', '?page=3', '?page=4']);
});

it('begins byPage at the page of the input, and counts the items before it', async () => {
  const { client, queries } = serve(true);
  await expect(all(client.byNumber({ page: 2 }))).resolves.toEqual([3, 4, 5]);
  expect(queries()).toEqual(['?page=2', '?page=3']);
});

it('sends all other input fields with the request of every page', async () => {
  const { client, queries } = serve(true);
  await all(client.byNumber({ per_page: 3 }));
  expect(queries()).toEqual(['?per_page=3', '?per_page=3&page=2']);
});

it.each([1, 2])('yields every item from page %d on if the service sends smaller pages than requested', async (page) => {
  const wire = recordingFetch(({ url }) => {
    const from = (Number(new URL(url).searchParams.get('page') ?? 1) - 1) * 2;
    return json({ items: NUMBERS.slice(from, from + 2), total: NUMBERS.length });
  });
  const { client } = benchOf(contract, wire);
  await expect(all(client.byNumber({ page, per_page: 100 }))).resolves.toEqual(NUMBERS.slice((page - 1) * 2));
});

it('stops byPage if the service ignores the page number and repeats a page', async () => {
  const wire = recordingFetch(json({ items: [1, 2] }), json({ items: [1, 2] }), json({ items: [] }));
  await expect(all(benchOf(contract, wire).client.byNumber())).resolves.toEqual([1, 2]);
  expect(wire.sent).toHaveLength(2);
});

it('sends the number of returned items as the offset of the next request', async () => {
  const { client, queries } = serve(true);
  await expect(all(client.byPlace())).resolves.toEqual(NUMBERS);
  expect(queries()).toEqual(['', '?offset=2', '?offset=4']);
});

it('begins byOffset at the offset of the input', async () => {
  const { client, queries } = serve(true);
  await expect(all(client.byPlace({ offset: 3 }))).resolves.toEqual([4, 5]);
  expect(queries()).toEqual(['?offset=3']);
});

it('sends no request before the pages are read', () => {
  const { client, wire } = serve(true);
  client.byNumber();
  expect(wire.sent).toEqual([]);
});

it('requests a page only when the loop reaches it', async () => {
  const { client, wire } = serve(true);
  for await (const item of client.byNumber()) if (item === 2) break;
  expect(wire.sent).toHaveLength(1);
});

it('begins at the first page each time the pages are read', async () => {
  const { client } = serve(true);
  const numbers = client.byNumber();
  await expect(all(numbers)).resolves.toEqual(NUMBERS);
  await expect(all(numbers)).resolves.toEqual(NUMBERS);
});

it('yields whole pages from pages()', async () => {
  const { client } = serve(true);
  await expect(all(client.byNumber().pages())).resolves.toEqual([
    { items: [1, 2], total: 5 },
    { items: [3, 4], total: 5 },
    { items: [5], total: 5 },
  ]);
});

it.each([
  [0, [], 0],
  [2, [1, 2], 1],
  [3, [1, 2, 3], 2],
  [99, NUMBERS, 3],
])('returns at most the limit of items from toArray({ limit: %d }), and requests no further page', async (limit, items, requests) => {
  const { client, wire } = serve(true);
  await expect(client.byNumber().toArray({ limit })).resolves.toEqual(items);
  expect(wire.sent).toHaveLength(requests);
});

it.each([[undefined], [{}], [{ limit: Number.NaN }], [{ limit: -1 }], [{ limit: 'all' }]])(
  'rejects toArray(%j) with an input error, and requests nothing',
  async (options) => {
    const { client, wire } = serve(true);
    const failure = client.byNumber().toArray(options as never);
    await expect(failure).rejects.toMatchObject({ kind: 'invalid-input', field: 'limit', outcome: 'not-sent' });
    expect(wire.sent).toHaveLength(0);
  },
);

it('keeps the items of toArray in the error if a later page fails', async () => {
  const wire = recordingFetch(json({ items: [1, 2] }), json({ items: [3, 4] }), json({}, 404));
  const { client } = benchOf(contract, wire);
  const error = await failureOf(client.byNumber().toArray({ limit: 9 }));
  expect(error).toMatchObject({ kind: 'http', status: 404, received: [1, 2, 3, 4] });
  expect(JSON.stringify(error)).not.toContain('received');
  expect(wire.sent).toHaveLength(3);
});

it('leaves received out of the error of toArray if the first page fails', async () => {
  const { client } = benchOf(contract, recordingFetch(json({}, 404)));
  await expect(client.byNumber().toArray({ limit: 9 })).rejects.not.toHaveProperty('received');
});

it('sends every page with the options of the call', async () => {
  const { client, wire } = serve(true);
  await all(client.byNumber({}, { headers: { 'X-Client': 'a' } }));
  expect(wire.sent.map(({ headers }) => headers.get('x-client'))).toEqual(['a', 'a', 'a']);
});

it('yields the items before a failed page, and then throws', async () => {
  const wire = recordingFetch(json({ items: [1, 2] }), json({ message: 'No more.' }, 403));
  const found: number[] = [];
  const reading = (async () => {
    for await (const item of benchOf(contract, wire).client.byNumber()) found.push(item);
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'http', status: 403 });
  expect(found).toEqual([1, 2]);
});

it.each([{}, { items: null }, { items: { length: 1 } }, [], 7, null])(
  'rejects a page without a list, and requests no further page: %j',
  async (page) => {
    const read = [
      (client: Client) => all(client.byNumber()),
      (client: Client) => all(client.byNumber().pages()),
      (client: Client) => client.byPlace().toArray({ limit: 5 }),
    ];
    for (const each of read) {
      const wire = recordingFetch(json(page));
      const { client } = benchOf(contract, wire, { validation: 'off' });
      const expected = { kind: 'invalid-response', outcome: 'likely-applied', status: 200, attempts: 1 };
      await expect(each(client)).rejects.toMatchObject(expected);
      await expect(each(client)).rejects.toHaveProperty('operation', expect.stringMatching(/^notes\.by(Number|Place)$/));
      expect(wire.sent).toHaveLength(2);
    }
  },
);

it.each([{ errors: [{ detail: 'no' }] }, { error: 'no' }, { items: [], errors: [{ detail: 'no' }] }, { items: [], error: 'no' }])(
  'rejects a second page that reports an error, with its body: %j',
  async (page) => {
    const wire = recordingFetch(json({ items: [1, 2] }), json(page));
    const { client } = benchOf(contract, wire);
    await expect(all(client.byNumber())).rejects.toMatchObject({
      kind: 'http',
      outcome: 'unknown',
      status: 200,
      operation: 'notes.byNumber',
      attempts: 1,
      body: page,
    });
  },
);

it.each([
  { items: [], errors: [] },
  { items: [], error: null },
  { items: [], error: '' },
])('treats an empty error member of a page as no error: %j', async (page) => {
  await expect(all(benchOf(contract, recordingFetch(json(page))).client.byNumber())).resolves.toEqual([]);
});

describe('paging.next', () => {
  const { byNumber, byPlace } = contract;
  const page = (items: number[], total?: number): Page => ({ items, ...(total !== undefined && { total }) });

  it('returns the input of the next page from paging.next', () => {
    expect(byNumber.paging.next({ per_page: 2 }, [])).toEqual({ per_page: 2 });
    expect(byNumber.paging.next({ per_page: 2 }, [page([1, 2], 5)])).toEqual({ per_page: 2, page: 2 });
    expect(byNumber.paging.next({ per_page: 2 }, [page([1, 2], 5), page([3, 4], 5)])).toEqual({ per_page: 2, page: 3 });
    expect(byPlace.paging.next({ offset: 1 }, [page([2, 3]), page([4])])).toEqual({ offset: 4 });
  });

  it('returns undefined from paging.next after the total, after an empty page, and after a repeated page', () => {
    expect(byNumber.paging.next({}, [page([1, 2], 3), page([3], 3)])).toBeUndefined();
    expect(byPlace.paging.next({}, [page([1, 2]), page([])])).toBeUndefined();
    expect(byPlace.paging.next({}, [page([1, 2]), page([1, 2])])).toBeUndefined();
  });
});
