import { rowsOf, type Listed, type RowOf } from '@platform-sdk/query';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface ListingProps<Data extends Listed> {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<Data>;
  /** The message that an empty list shows. */
  readonly empty: string;
  /** Renders the row of an item, with its key. */
  readonly children: (item: RowOf<Data>, index: number) => ReactNode;
}

/** Shows a list that the service sends page by page. */
export const Listing = <Data extends Listed>({ label, query, empty, children }: ListingProps<Data>) => {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query;
  const items = data && rowsOf(data);
  return (
    <>
      <Failure error={error} onRetry={() => void refetch()} />
      {isPending && <Loading />}
      {items?.length === 0 && <p className="quiet">{empty}</p>}
      {items && items.length > 0 && (
        <ul className="rows" aria-label={label}>
          {items.map(children)}
        </ul>
      )}
      {hasNextPage && (
        <p>
          <button type="button" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </button>
        </p>
      )}
    </>
  );
};
