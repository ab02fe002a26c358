import {
  isJobFailure,
  openArchive,
  type Archive,
  type ArchiveContent,
  type ArchiveEntry,
  type ArchiveLimits,
  type BatchResult,
  type BrokenBatch,
  type ConverterClient,
  type Converted,
  type CrawlResult,
  type DownloadProgress,
  type Health,
  type JobError,
  type JobEvent,
  type LogEvent,
  type ProgressEvent,
  type Received,
} from '@platform-sdk/converter';
import { describe, expectTypeOf, it } from 'vitest';

declare const converter: ConverterClient;
const url = 'https://example.com';

describe('ConverterClient', () => {
  it('gives jobs: events that end in a result', () => {
    expectTypeOf<ReturnType<ConverterClient['convert']>>().toExtend<AsyncIterable<JobEvent<Converted>>>();
    expectTypeOf<ReturnType<ConverterClient['batch']>>().toExtend<AsyncIterable<JobEvent<BatchResult>>>();
    expectTypeOf<ReturnType<ConverterClient['crawl']>>().toExtend<AsyncIterable<JobEvent<CrawlResult>>>();
    expectTypeOf<ReturnType<ReturnType<ConverterClient['convert']>['result']>>().resolves.toEqualTypeOf<Converted>();
    expectTypeOf<ReturnType<ReturnType<ConverterClient['batch']>['result']>>().resolves.toEqualTypeOf<BatchResult>();
    expectTypeOf<ReturnType<ReturnType<ConverterClient['crawl']>['result']>>().resolves.toEqualTypeOf<CrawlResult>();
  });

  it('gives its health and archives at once', () => {
    expectTypeOf<ConverterClient['health']>().returns.resolves.toEqualTypeOf<Health>();
    expectTypeOf<ConverterClient['download']>().returns.resolves.toEqualTypeOf<Archive>();
  });

  it('tells how a download goes', () => {
    expectTypeOf(() =>
      converter.download({ site: 'example.com' }, { onProgress: (progress) => expectTypeOf(progress).toEqualTypeOf<DownloadProgress>() }),
    ).toBeFunction();
    expectTypeOf<DownloadProgress['totalBytes']>().toEqualTypeOf<number | undefined>();
  });

  it('goes on with what a batch left', () => {
    expectTypeOf<ConverterClient['batch']['resume']>().parameter(0).toEqualTypeOf<BrokenBatch>();
    expectTypeOf<BatchResult>().toExtend<BrokenBatch>();
    expectTypeOf<Error>().toExtend<BrokenBatch>();
  });

  it('refuses what the service does not take', () => {
    // @ts-expect-error -- the address is missing
    expectTypeOf(() => converter.convert({})).toBeFunction();
    // @ts-expect-error -- the flag is of a conversion
    expectTypeOf(() => converter.crawl({ url, frontMatter: true })).toBeFunction();
    // @ts-expect-error -- a batch has several addresses
    expectTypeOf(() => converter.batch({ url })).toBeFunction();
    // @ts-expect-error -- the wire's name is maxPages
    expectTypeOf(() => converter.crawl({ url, max_pages: 3 })).toBeFunction();
    // @ts-expect-error -- the client itself asks for a stream
    expectTypeOf(() => converter.convert({ url, format: 'stream' })).toBeFunction();
    // @ts-expect-error -- the site is missing
    expectTypeOf(() => converter.download()).toBeFunction();
    // @ts-expect-error -- a job has no progress of bytes
    expectTypeOf(() => converter.crawl({ url }, { onProgress: () => undefined })).toBeFunction();
  });
});

describe('JobEvent', () => {
  it('is told apart by its type', () => {
    type Event = JobEvent<Converted>;
    expectTypeOf<Extract<Event, { type: 'log' }>>().toEqualTypeOf<LogEvent>();
    expectTypeOf<Extract<Event, { type: 'progress' }>>().toEqualTypeOf<ProgressEvent>();
    expectTypeOf<Extract<Event, { type: 'result' }>['result']>().toEqualTypeOf<Converted>();
    expectTypeOf<ProgressEvent['percent']>().toEqualTypeOf<number>();
    expectTypeOf<ProgressEvent['current']>().toEqualTypeOf<number | undefined>();
  });
});

describe('Archive', () => {
  it('is looked into like one that is here', () => {
    expectTypeOf<Archive>().toExtend<ArchiveContent>();
    expectTypeOf(openArchive).returns.toEqualTypeOf<ArchiveContent>();
    expectTypeOf<ReturnType<Archive['entries']>>().toEqualTypeOf<AsyncIterable<ArchiveEntry>>();
    expectTypeOf<ArchiveEntry['text']>().returns.resolves.toBeString();
  });

  it('takes numbers for limits, and nothing else', () => {
    expectTypeOf<ArchiveLimits>().toEqualTypeOf<
      Partial<Readonly<Record<'maxArchiveBytes' | 'maxEntries' | 'maxTotalBytes' | 'maxEntryBytes' | 'maxRatio', number>>>
    >();
  });
});

describe('isJobFailure', () => {
  it('tells what came before the failure', () => {
    expectTypeOf(isJobFailure).guards.toEqualTypeOf<JobError>();
    expectTypeOf<JobError['received']>().toEqualTypeOf<Received>();
  });
});
