import { boolean, callable, extended, optional, orFalsy, streamOptions } from '@platform-sdk/core/contract';
import { checkOptions, inputError, notify } from '@platform-sdk/core/internal';
import { makeFolder, nodeFiles, saveFile, writeError, type NodeFiles } from '@platform-sdk/core/disk';
import type { StreamOptions } from '@platform-sdk/core';
import type { ConverterClient } from '../client.ts';
import type { ConverterJob } from '../job.ts';
import type { SavedBatch, SavedCrawl, SaveJobOptions } from '../saved-jobs.ts';
import type { ConverterBatchInput, ConverterCrawlInput } from '../types.ts';
import { checkFolder } from './check-folder.ts';
import { pageNames } from './page-names.ts';

const saveJobOptions = extended<StreamOptions, SaveJobOptions>(streamOptions, {
  onProgress: orFalsy(callable()),
  overwrite: optional(boolean),
});

/** Reads a job until its result, and calls `onProgress`. */
const followed = async <Result>(job: ConverterJob<Result>, onProgress: SaveJobOptions['onProgress']): Promise<Result> => {
  if (onProgress) for await (const event of job) if (event.type !== 'result') notify(() => onProgress(event));
  return job.result();
};

/** Crawls a site, downloads its archive and unpacks it. */
export const crawlTo = async (
  client: Pick<ConverterClient, 'crawl' | 'download'>,
  folder: string,
  input: ConverterCrawlInput,
  given: SaveJobOptions,
): Promise<SavedCrawl> => {
  const operation = 'converter.crawlTo';
  const { onProgress, overwrite = false, ...options } = checkOptions(operation, saveJobOptions, given, operation);
  if (input.treeOnly) throw inputError(`${operation}: treeOnly must be false, as no page would be converted`, 'treeOnly', operation);
  await checkFolder(nodeFiles(operation), folder, operation);
  const result = await followed(client.crawl(input, options), onProgress);
  const archive = await client.download({ site: new URL(input.url).hostname }, options);
  const { signal } = options;
  const { files } = await archive.extractTo(folder, { overwrite, ...(signal && { signal }) });
  return { result, files };
};

/** Converts pages, and writes each page to a file. */
export const batchTo = async (
  client: Pick<ConverterClient, 'batch'>,
  folder: string,
  input: ConverterBatchInput,
  given: SaveJobOptions,
): Promise<SavedBatch> => {
  const operation = 'converter.batchTo';
  const { onProgress, overwrite = false, ...options } = checkOptions(operation, saveJobOptions, given, operation);
  const disk = nodeFiles(operation);
  await checkFolder(disk, folder, operation);
  const names = pageNames(input.urls.filter((url) => URL.canParse(url)));
  if (!overwrite) await checkFree(disk, folder, names.values(), operation);
  const result = await followed(client.batch(input, options), onProgress);
  const files = new Map<string, string>();
  for (const { url, markdown } of result.results) {
    const name = names.get(url);
    if (name === undefined || markdown === undefined) continue;
    const path = disk.path.join(folder, name);
    makeFolder(disk.path.dirname(path));
    await saveFile(pageOf(markdown), path, operation);
    files.set(url, name);
  }
  return { result, files };
};

/** Throws if one of the files already exists. */
const checkFree = async ({ fs, path }: NodeFiles, folder: string, names: Iterable<string>, operation: string): Promise<void> => {
  for (const name of names) {
    const found = await fs.lstat(path.join(folder, name)).catch(() => undefined);
    if (found) throw writeError(`${JSON.stringify(name)} is not saved`, { code: 'EEXIST' }, operation, 'overwrite');
  }
};

/** Wraps a page as a download. */
const pageOf = (markdown: string): Parameters<typeof saveFile>[0] => ({
  receive: (sink) => Promise.resolve(sink.write(new TextEncoder().encode(markdown))),
  stream: () => new Blob([markdown]).stream(),
});
