import { convertPage, keep, readPage, type Work } from './conversion.ts';
import { withoutHash } from './extraction.ts';
import { fail, wordsOf } from './failure.ts';
import { cyan, green, red, yellow } from './log.ts';
import type { FailureText, Running } from './jobs.ts';

/** The limits and the output format of a crawl. */
export interface Bounds {
  /** The maximum distance from the first page, in links. */
  readonly depth: number;
  readonly maxPages: number;
  readonly treeOnly: boolean;
  /** True if a full crawl ends after its log, without a JSON document. */
  readonly isLogOnly: boolean;
}

/** A page in the tree of a site. The parent of a page is the page that first linked to it. */
interface Branch {
  readonly url: string;
  title: string;
  readonly children: Branch[];
}

interface Next {
  readonly url: string;
  readonly depth: number;
  readonly parent: Branch | undefined;
}

const FLAGS = { downloadImages: true, frontMatter: true };

/** URLs with these file extensions are not pages. */
const FILES = /\.(?:png|jpe?g|gif|webp|svg|ico|css|js|mjs|json|xml|pdf|zip|gz|mp[34]|webm|woff2?)$/i;

/** Returns the log lines for the failure of a full crawl. */
export const inLog: FailureText = ({ error }) => `     ${red(`❌ Error: ${error}`)}\nCrawl discovered no pages.\n`;

/** Crawls one host. Visits each page once, and the pages nearest to the first page first. */
export async function* crawl(work: Work, start: string, { depth, maxPages, treeOnly, isLogOnly }: Bounds): Running {
  const first = withoutHash(start);
  const { host } = new URL(first);
  const queue: Next[] = [{ url: first, depth: 0, parent: undefined }];
  const seen = new Set([first]);
  const urls: string[] = [];
  let tree: Branch | undefined;
  let tried = 0;
  yield cyan(`🕷️  Crawling ${host} (depth ${depth}, at most ${maxPages} pages)`);

  for (let next = queue.shift(); next && urls.length < maxPages; next = queue.shift()) {
    tried++;
    yield cyan(`📄 [${urls.length + 1}/${maxPages}] ${next.url}`);
    let page: { readonly url: string; readonly title: string; readonly links: readonly string[] };
    try {
      page = treeOnly ? await readPage(work, next.url) : yield* convert(work, next.url, host);
    } catch (error) {
      work.signal.throwIfAborted();
      if (!tree) throw error;
      yield yellow(`⚠️  Skipped ${next.url}: ${wordsOf(error).error}`);
      continue;
    }
    // A redirect may lead to another host, or to a page that was already visited.
    if (new URL(page.url).host !== host || (page.url !== next.url && seen.has(page.url))) continue;
    seen.add(page.url);
    urls.push(page.url);
    const branch: Branch = { url: page.url, title: page.title, children: [] };
    if (next.parent) next.parent.children.push(branch);
    else tree = branch;
    if (next.depth >= depth) continue;
    for (const link of page.links) {
      const url = new URL(link);
      if (url.host !== host || FILES.test(url.pathname) || seen.has(link)) continue;
      seen.add(link);
      queue.push({ url: link, depth: next.depth + 1, parent: branch });
    }
  }
  if (!tree) return fail('BROWSER_ERROR', `${first} leads to another host.`);
  yield green(`✅ ${urls.length} page(s) ${treeOnly ? 'found' : 'converted'}`);
  if (treeOnly) return { success: true, tree, urls, stats: { depth, maxPages } };
  const { hostname } = new URL(first);
  yield green(`✅ Success: ${urls.length}/${tried}`);
  yield `${cyan('Site Metadata:')} ${hostname}/site.json`;
  return isLogOnly ? undefined : { success: true, message: `Crawled ${urls.length} page(s) of ${hostname}` };
}

async function* convert(
  work: Work,
  url: string,
  host: string,
): AsyncGenerator<string, { url: string; title: string; links: readonly string[] }> {
  const page = yield* convertPage(work, url, FLAGS);
  if (new URL(page.url).host === host) keep(work.world, page);
  return page;
}
