import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: NonNullable<Data>) => ReactNode;
}

/** Shows the data of a query. If a refresh fails, the error is shown above the old data. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  const { data, error, refetch, fetchStatus } = query;
  const isShown = data !== undefined && data !== null;
  return (
    <>
      <Failure error={error} onRetry={() => void refetch()} />
      {isShown && children(data)}
      {!isShown && !error && <Loading what={fetchStatus === 'paused' ? 'Waiting for a connection' : 'Loading'} />}
    </>
  );
};
