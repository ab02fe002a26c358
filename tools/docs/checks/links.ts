/** Checks that the file and the anchor of every link in the built pages exist. */
import { glob, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface LinkReport {
  readonly pages: number;
  readonly links: number;
  readonly problems: readonly string[];
}

/** Matches tags that load a URL. These tags must not load from another host. A link may lead to another host. */
const LOADING = /<(?:script|img|iframe|source|video|audio|link)\b[^>]*?\s(?:src|href)="([^"]*)"/g;
const LINK = /<a\b[^>]*?\shref="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

const EXTERNAL = /^(?:[a-z]+:)?\/\//i;

/** Checks all pages of a folder. */
export const checkLinks = async (folder: string): Promise<LinkReport> => {
  const pages = new Map<string, string>();
  for await (const file of glob('**/*.html', { cwd: folder }))
    pages.set(file.replaceAll('\\', '/'), await readFile(join(folder, file), 'utf8'));
  const ids = new Map([...pages].map(([page, html]) => [page, new Set([...html.matchAll(ID)].map(([, id = '']) => decode(id)))]));
  const problems: string[] = [];
  let links = 0;
  for (const [page, html] of pages) {
    for (const [, address = ''] of html.matchAll(LOADING))
      if (EXTERNAL.test(address)) problems.push(`${page} loads ${address} of another host`);
    for (const address of new Set([...html.matchAll(LINK)].map(([, found = '']) => decode(found)))) {
      links += 1;
      const problem = problemOf(address, page, folder, ids);
      if (problem !== undefined) problems.push(`${page}: ${address} ${problem}`);
    }
  }
  return { pages: pages.size, links, problems };
};

const problemOf = (address: string, page: string, folder: string, ids: ReadonlyMap<string, ReadonlySet<string>>): string | undefined => {
  if (/^(?:https?:|mailto:)/.test(address)) return undefined;
  const [path = '', anchor] = address.split('#');
  const joined = path === '' ? page : path.startsWith('/') ? path.slice(1) : posix.join(dirname(page), path);
  const target = joined === '' || joined.endsWith('/') ? `${joined}index.html` : joined;
  if (!existsSync(join(folder, target))) return 'leads to no file';
  if (anchor === undefined || anchor === '' || !target.endsWith('.html')) return undefined;
  return ids.get(target)?.has(decodeURIComponent(anchor)) ? undefined : 'leads to no place in the page';
};

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>');
