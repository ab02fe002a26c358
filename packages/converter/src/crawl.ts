import type { StreamOptions } from '@platform-sdk/core';
import type { Opened } from '@platform-sdk/core/contract';
import { isError, isSuccess } from './final.ts';
import { startJob, type ConverterJob } from './job.ts';
import type { Members } from './log.ts';
import { FINAL_EVENT, failureIn } from './statement.ts';
import type { ConverterCrawlInput, ConverterCrawlResult } from './types.ts';

const isFilled = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Returns true if the value of `tree` is the log of a failed crawl. */
const isFailedLog = (tree: string): boolean => tree.split('\n').some((line) => failureIn(line) !== undefined);

/** Returns true if a crawl lists at least its first page. If a crawl finds no pages, servers write its log into `tree`. */
const hasTree = ({ tree, urls }: Members): boolean => {
  if (Array.isArray(urls)) return urls.length > 0 || isFilled(tree);
  return typeof tree === 'string' ? tree.trim() !== '' && !isFailedLog(tree) : isFilled(tree);
};

/** Returns true if a JSON object reports success, without an error and without a failure in its message. */
const isSuccessOfAll = ({ success, error, message }: Members): boolean =>
  isSuccess(success) && !isError(error) && (typeof message !== 'string' || failureIn(message) === undefined);

/** Returns the last line of `tree` and `message` that reports a failure. */
const failureOf = ({ tree, message }: Members): string | undefined =>
  [tree, message]
    .flatMap((text) => (typeof text === 'string' ? text.split('\n') : []))
    .findLast((line) => failureIn(line) !== undefined)
    ?.trim();

/** Returns true if a line reports on the crawl as a whole, and not on a single page or step. */
const isOfCrawl = ({ event, type = event, url }: Members, { success, message }: Members): boolean =>
  url === undefined &&
  (type === undefined || (typeof type === 'string' && FINAL_EVENT.test(type))) &&
  typeof success !== 'number' &&
  (success === false || typeof message === 'string');

/** Creates the job of a crawl. */
export const startCrawl = (
  name: string,
  open: (abandoned?: AbortSignal) => Promise<Opened>,
  options: StreamOptions,
  { treeOnly = false }: ConverterCrawlInput,
): ConverterJob<ConverterCrawlResult> =>
  startJob<ConverterCrawlResult>(name, open, options, {
    needs: treeOnly ? 'urls' : 'success',
    // Without `treeOnly`, the pages stay on the server, so a success without a tree is a complete result.
    hasContent: (document) => hasTree(document) || (!treeOnly && isSuccessOfAll(document)),
    failureOf,
    isOfJob: isOfCrawl,
    // With `treeOnly`, a log without a final JSON is not enough, because it does not contain the tree.
    ...(!treeOnly && { fromLog: (message: string) => ({ success: true, message, fromLog: true }) }),
  });
