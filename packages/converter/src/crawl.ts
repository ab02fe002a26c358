import type { StreamOptions } from '@platform-sdk/core';
import type { Opened } from '@platform-sdk/core/contract';
import { startJob, type Job } from './job.ts';
import type { Members } from './log.ts';
import type { Crawl, CrawlResult } from './types.ts';

/** Names of events that carry the final JSON, where events have names. */
const FINAL_EVENT = /^(?:result|final|completed?|done)$/;

/** A crawl that finds pages lists its first one at least. Servers write the log of a crawl that found none into `tree`. */
const hasTree = ({ tree, urls }: Members): boolean => {
  if (Array.isArray(urls)) return urls.length > 0 || (typeof tree === 'object' && tree !== null);
  return tree !== undefined && tree !== null && tree !== '';
};

/** Lines of a crawl report pages and steps too. */
const isOfCrawl = ({ event, type = event, url }: Members, { success, message }: Members): boolean =>
  url === undefined &&
  (type === undefined || (typeof type === 'string' && FINAL_EVENT.test(type))) &&
  (success === false || typeof message === 'string');

/** Makes a job of a crawl. */
export const startCrawl = (
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  options: StreamOptions,
  { treeOnly = false }: Crawl,
): Job<CrawlResult> =>
  startJob<CrawlResult>(name, open, options, {
    needs: treeOnly ? 'urls' : 'success',
    // The pages of a full crawl stay on the server.
    hasContent: (document) => hasTree(document) || (!treeOnly && document['success'] === true),
    isOfJob: isOfCrawl,
    // A log says nothing of the tree.
    ...(!treeOnly && { fromLog: (message: string) => ({ success: true, message, fromLog: true }) }),
  });
