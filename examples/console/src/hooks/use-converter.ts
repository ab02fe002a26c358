import type { ConverterConvertResult, ConverterCrawlResult, JobEvent } from '@platform-sdk/converter';
import { fromResponse, type RelayedStream } from '@platform-sdk/core/relay';
import { usePlatform } from '@platform-sdk/react';
import { useMemo } from 'react';
import { createRelayFetch } from '../platform/create-page-platform.ts';

/** The input of a converter job. */
export interface ConverterTask {
  readonly job: 'convert' | 'crawl';
  readonly url: string;
}

type Result = ConverterConvertResult | ConverterCrawlResult;

const SETTINGS = { convert: { downloadImages: false }, crawl: { depth: 2, maxPages: 20 } };

/** Returns a function that starts a converter job on the server. `fromResponse` reads the relayed job without a client. */
export const useConverter = () => {
  const platform = usePlatform();
  return useMemo(() => {
    const relayFetch = createRelayFetch(platform);
    const start = async ({ job, url }: ConverterTask, signal: AbortSignal): Promise<RelayedStream<JobEvent<Result>, Result>> =>
      fromResponse(
        await relayFetch(`/relay/converter/api/${job}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url, ...SETTINGS[job] }),
          signal,
        }),
      );
    return { start };
  }, [platform]);
};
