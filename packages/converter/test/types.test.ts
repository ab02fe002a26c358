import {
  isJobError,
  openArchive,
  type Archive,
  type ArchiveContent,
  type ArchiveEntry,
  type ArchiveLimits,
  type ConverterBatchResult,
  type UnfinishedBatch,
  type ConverterClient,
  type ConverterConvertResult,
  type ConverterCrawlResult,
  type DownloadProgress,
  type ConverterHealth,
  type JobError,
  type JobEvent,
  type JobLogEvent,
  type JobProgressEvent,
  type JobReceived,
} from '@platform-sdk/converter';
import { expectTypeOf, it } from 'vitest';

declare const converter: ConverterClient;
const url = 'https://example.com';

it('ConverterClient returns jobs with typed events and a result', () => {
  expectTypeOf<ReturnType<ConverterClient['convert']>>().toExtend<AsyncIterable<JobEvent<ConverterConvertResult>>>();
  expectTypeOf<ReturnType<ConverterClient['batch']>>().toExtend<AsyncIterable<JobEvent<ConverterBatchResult>>>();
  expectTypeOf<ReturnType<ConverterClient['crawl']>>().toExtend<AsyncIterable<JobEvent<ConverterCrawlResult>>>();
  expectTypeOf<ReturnType<ReturnType<ConverterClient['convert']>['result']>>().resolves.toEqualTypeOf<ConverterConvertResult>();
  expectTypeOf<ReturnType<ReturnType<ConverterClient['batch']>['result']>>().resolves.toEqualTypeOf<ConverterBatchResult>();
  expectTypeOf<ReturnType<ReturnType<ConverterClient['crawl']>['result']>>().resolves.toEqualTypeOf<ConverterCrawlResult>();
});

it('ConverterClient returns promises for health and archives', () => {
  expectTypeOf<ConverterClient['health']>().returns.resolves.toEqualTypeOf<ConverterHealth>();
  expectTypeOf<ConverterClient['download']>().returns.resolves.toEqualTypeOf<Archive>();
});

it('DownloadOptions types the progress of a download', () => {
  expectTypeOf(() =>
    converter.download({ site: 'example.com' }, { onProgress: (progress) => expectTypeOf(progress).toEqualTypeOf<DownloadProgress>() }),
  ).toBeFunction();
  expectTypeOf<DownloadProgress['totalBytes']>().toEqualTypeOf<number | undefined>();
});

it('ConverterClient accepts an unfinished batch in resume', () => {
  expectTypeOf<ConverterClient['batch']['resume']>().parameter(0).toEqualTypeOf<UnfinishedBatch>();
  expectTypeOf<ConverterBatchResult>().toExtend<UnfinishedBatch>();
  expectTypeOf<Error>().toExtend<UnfinishedBatch>();
});

it('ConverterClient rejects invalid inputs at compile time', () => {
  // @ts-expect-error -- the URL is missing
  expectTypeOf(() => converter.convert({})).toBeFunction();
  // @ts-expect-error -- the flag belongs to conversions
  expectTypeOf(() => converter.crawl({ url, frontMatter: true })).toBeFunction();
  // @ts-expect-error -- a batch takes an array `urls`
  expectTypeOf(() => converter.batch({ url })).toBeFunction();
  // @ts-expect-error -- the field is called maxPages
  expectTypeOf(() => converter.crawl({ url, max_pages: 3 })).toBeFunction();
  // @ts-expect-error -- the client adds `format` itself
  expectTypeOf(() => converter.convert({ url, format: 'stream' })).toBeFunction();
  // @ts-expect-error -- the site is missing
  expectTypeOf(() => converter.download()).toBeFunction();
  // @ts-expect-error -- only downloads report the progress in bytes
  expectTypeOf(() => converter.crawl({ url }, { onProgress: () => undefined })).toBeFunction();
});

it('JobEvent is a union with the tag `type`', () => {
  type Event = JobEvent<ConverterConvertResult>;
  expectTypeOf<Extract<Event, { type: 'log' }>>().toEqualTypeOf<JobLogEvent>();
  expectTypeOf<Extract<Event, { type: 'progress' }>>().toEqualTypeOf<JobProgressEvent>();
  expectTypeOf<Extract<Event, { type: 'result' }>['result']>().toEqualTypeOf<ConverterConvertResult>();
  expectTypeOf<JobProgressEvent['percent']>().toEqualTypeOf<number>();
  expectTypeOf<JobProgressEvent['current']>().toEqualTypeOf<number | undefined>();
});

it('an Archive can be read like an opened archive', () => {
  expectTypeOf<Archive>().toExtend<ArchiveContent>();
  expectTypeOf(openArchive).returns.toEqualTypeOf<ArchiveContent>();
  expectTypeOf<ReturnType<Archive['entries']>>().toEqualTypeOf<AsyncIterable<ArchiveEntry>>();
  expectTypeOf<ArchiveEntry['text']>().returns.resolves.toBeString();
});

it('ArchiveLimits contains five numbers', () => {
  expectTypeOf<ArchiveLimits>().toEqualTypeOf<
    Partial<Readonly<Record<'maxArchiveBytes' | 'maxEntries' | 'maxTotalBytes' | 'maxEntryBytes' | 'maxRatio', number>>>
  >();
});

it('isJobError narrows to an error with the received parts', () => {
  expectTypeOf(isJobError).guards.toEqualTypeOf<JobError>();
  expectTypeOf<JobError['received']>().toEqualTypeOf<JobReceived>();
});
