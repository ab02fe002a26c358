import type { World } from '../world.ts';
import { extract, withoutHash, type Extracted } from './extraction.ts';
import { fail } from './failure.ts';
import { fetchFrom, type Fetched } from './fetching.ts';
import { localize } from './images.ts';
import { cyan, dim, yellow } from './log.ts';
import { markdownOf } from './markdown.ts';
import { siteRecords, type PageRecord } from './records.ts';
import { decodePage } from './text.ts';

/** How pages are converted. */
export interface Flags {
  readonly downloadImages: boolean;
  readonly frontMatter: boolean;
}

/** What a job's work is given. */
export interface Work {
  readonly world: World;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Hears every address that is fetched. */
  readonly heard: (url: string) => void;
}

/** Fetches one page and reads it as HTML. */
export const readPage = async ({ world, signal, heard }: Work, address: string): Promise<Extracted & { readonly url: string }> => {
  const fetched = await fetchFrom(world, address, signal, heard);
  const page = await extract(asHtml(fetched), fetched.url.href);
  return { ...page, url: withoutHash(fetched.url.href) };
};

/** Converts one page, and says how it goes. */
export async function* convertPage(work: Work, address: string, flags: Flags): AsyncGenerator<string, PageRecord> {
  yield dim(`🔗 Navigating to ${new URL(address).href}`);
  const { html, ...page } = await readPage(work, address);
  yield cyan(`📄 Extracting "${page.title}"`);
  const { world, signal, heard } = work;
  const localized = flags.downloadImages ? await localize(world, html, signal, heard) : { html, files: new Map(), missed: [] };
  if (localized.files.size > 0) yield dim(`🖼️  Downloaded ${localized.files.size} image(s)`);
  for (const missed of localized.missed) yield yellow(`⚠️  Image not available: ${missed}`);
  const body = await markdownOf(localized.html);
  const content = body.startsWith('# ') ? body : `# ${page.title}\n\n${body}`;
  const convertedAt = world.timestamp();
  const head = flags.frontMatter
    ? `---\ntitle: ${JSON.stringify(page.title)}\nurl: ${JSON.stringify(page.url)}\ndate: ${convertedAt}\n---\n\n`
    : '';
  return { ...page, content, markdown: `${head}${content}\n`, images: localized.files, convertedAt };
}

/** Keeps a page for the archive of its site, and for searches. */
export const keep = (world: World, page: PageRecord): void => {
  const sites = world.records(siteRecords);
  const { hostname } = new URL(page.url);
  let site = sites.get(hostname);
  if (!site) sites.set(hostname, (site = new Map<string, PageRecord>()));
  site.set(page.url, page);
};

const asHtml = (fetched: Fetched): string => {
  const { type, url, bytes, charset } = fetched;
  const text = decodePage(bytes, charset);
  if (type === '' || type === 'text/html' || type === 'application/xhtml+xml') return text;
  if (/^text\/|\bjson$|\bxml$/.test(type)) {
    const name = /[^/]+$/.exec(url.pathname)?.[0] ?? url.hostname;
    return `<html><head><title>${escaped(name)}</title></head><body><article><pre><code>${escaped(text)}</code></pre></article></body></html>`;
  }
  return fail('BROWSER_ERROR', `${url.href} is ${type}, not a page.`);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
