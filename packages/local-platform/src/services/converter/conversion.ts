import { runTask } from '#documents';
import type { World } from '../../world/state.ts';
import { withoutHash, type Extracted } from './extraction.ts';
import { fetchFrom } from './fetching.ts';
import { fetchImages, type FetchedImages } from './images.ts';
import { cyan, dim, yellow } from './log.ts';
import { siteRecords, type PageRecord } from './records.ts';
import { deepFreeze } from '../../state/freeze.ts';

export interface Flags {
  readonly downloadImages: boolean;
  readonly frontMatter: boolean;
}

export interface Work {
  readonly world: World;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called with every fetched URL. */
  readonly onRequest: (url: string) => void;
}

/** Fetches a page and extracts its content. */
export const readPage = async ({ world, signal, onRequest }: Work, address: string): Promise<Extracted & { readonly url: string }> => {
  const { url, type, charset, bytes } = await fetchFrom(world, address, signal, onRequest);
  const page = await runTask('readPage', { href: url.href, type, charset, bytes });
  return { ...page, url: withoutHash(url.href) };
};

const NO_IMAGES: FetchedImages = { files: new Map(), places: new Map(), missed: [] };

/** Converts a page. Yields log lines, and returns the converted page. */
export async function* convertPage(work: Work, address: string, flags: Flags): AsyncGenerator<string, PageRecord> {
  yield dim(`🔗 Navigating to ${new URL(address).href}`);
  const { html, ...page } = await readPage(work, address);
  yield cyan(`📄 Extracting "${page.title}"`);
  const { world, signal, onRequest } = work;
  const images = flags.downloadImages ? await fetchImages(world, await runTask('imagesIn', { html }), signal, onRequest) : NO_IMAGES;
  if (images.files.size > 0) yield dim(`🖼️  Downloaded ${images.files.size} image(s)`);
  for (const missed of images.missed) yield yellow(`⚠️  Image not available: ${missed}`);
  const { markdown: body, words } = await runTask('toMarkdown', { html, files: images.places });
  const content = body.startsWith('# ') ? body : `# ${page.title}\n\n${body}`;
  const convertedAt = world.timestamp();
  const head = flags.frontMatter
    ? `---\ntitle: ${JSON.stringify(page.title)}\nurl: ${JSON.stringify(page.url)}\ndate: ${convertedAt}\n---\n\n`
    : '';
  return { ...page, content, markdown: `${head}${content}\n`, words, images: images.files, convertedAt };
}

/** The maximum number of stored pages per host, because a site can be endless. */
const MAX_PAGES = 1000;

/** Stores a page for the archive of its site, and for searches. */
export const keep = (world: World, page: PageRecord): void => {
  const sites = world.records(siteRecords);
  const { hostname } = new URL(page.url);
  let site = sites.get(hostname);
  if (!site) sites.set(hostname, (site = new Map<string, PageRecord>()));
  site.set(page.url, deepFreeze(page));
  const [oldest] = site.keys();
  if (site.size > MAX_PAGES && oldest !== undefined) site.delete(oldest);
};
