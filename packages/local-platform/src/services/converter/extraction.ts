import { treeOf } from './document.ts';
import { oneLine } from './text.ts';

/** The main content and metadata of a page. */
export interface Extracted {
  readonly title: string;
  readonly byline: string | null;
  readonly excerpt: string | null;
  /** The content as HTML, with absolute URLs. */
  readonly html: string;
  /** The http and https URLs of the links on the page, without fragments and duplicates. URLs with a user name are omitted. */
  readonly links: readonly string[];
}

/** Extracts the main content of an HTML page, without navigation, footers and sidebars. */
export const extract = async (html: string, base: string): Promise<Extracted> => {
  const readability = await import('@mozilla/readability');
  // With code splitting, esbuild provides the exports of this CommonJS package only on the default export.
  const { Readability } = 'Readability' in readability ? readability : (readability as { readonly default: typeof readability }).default;
  const document = await treeOf(html, base);
  const origin = absolute(document.querySelector('base')?.getAttribute('href') ?? base, base) ?? base;
  const links = new Set<string>();
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const address = absolute(element.getAttribute(name) ?? '', origin);
      if (address === undefined) continue;
      element.setAttribute(name, address);
      if (name === 'href' && /^https?:/.test(address) && !hasUser(address)) links.add(withoutHash(address));
    }
  }
  const heading = ['title', 'h1'].map((name) => oneLine(document.querySelector(name)?.textContent ?? '')).find(Boolean) ?? base;
  const rest = fallbackOf(document);
  const article = new Readability(document, { charThreshold: 20, keepClasses: true }).parse();
  return {
    title: [oneLine(article?.title ?? ''), heading].find(Boolean) ?? base,
    byline: article?.byline == null ? null : oneLine(article.byline),
    excerpt: article?.excerpt == null ? null : oneLine(article.excerpt),
    html: article?.content ?? rest,
    links: [...links],
  };
};

/** Returns the page without its navigation, for pages without a recognizable main content. */
const fallbackOf = (document: Document): string => {
  const body = (document.querySelector('main, article, body') ?? document.documentElement).cloneNode(true) as Element;
  for (const element of body.querySelectorAll('script, style, nav, header, footer, aside, form')) element.remove();
  return body.innerHTML;
};

const absolute = (address: string, base: string): string | undefined =>
  URL.canParse(address, base) ? new URL(address, base).href : undefined;

/** Returns whether a URL contains a user name. A user name may be secret, so such URLs are neither visited nor shown. */
const hasUser = (address: string): boolean => {
  const { username, password } = new URL(address);
  return username + password !== '';
};

/** Removes the fragment of a URL, which does not change the page. */
export const withoutHash = (address: string): string => {
  const url = new URL(address);
  url.hash = '';
  return url.href;
};
