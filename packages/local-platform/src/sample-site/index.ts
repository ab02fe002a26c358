import { pageOf, type Content } from './layout.ts';
import { analyticalEngine, differenceEngine, guide } from './pages/guide.ts';
import { home, imprint } from './pages/home.ts';
import { gallery, german, news } from './pages/other.ts';
import { cards, notation, wheels } from './pages/parts.ts';

/** A small PNG, in base64. */
const WHEEL =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAOUlEQVR42mN4hgYYwKQGGCAENDQQIgxIfLAIA4QPUwcSgOuGsMACMBsoEUA1FMNaTIdhOh3Tc8gAADRPmNGh9uCKAAAAAElFTkSuQmCC';

/** The host of the sample site, on any port. The platform responds itself, without a network request. */
export const SAMPLE_HOST = 'sample.localhost';

const PAGES: readonly Content[] = [
  home,
  guide,
  differenceEngine,
  analyticalEngine,
  wheels,
  cards,
  notation,
  news,
  gallery,
  german,
  imprint,
];

/** Returns the URL of the first page. If a server listens on a port, pass the port. */
export const sampleSiteAt = (port?: number): string => `http://${SAMPLE_HOST}${port === undefined ? '' : `:${port}`}/`;

/** Returns the URLs of all pages, without a port. */
export const samplePages = (): string[] => PAGES.map(({ path }) => new URL(path, sampleSiteAt()).href);

export const isForSampleSite = (url: string): boolean => /^https?:\/\/sample\.localhost(?::\d+)?\//i.test(url);

export const answerSampleSite = (url: string): Response => {
  const { pathname } = new URL(url);
  if (pathname === '/images/wheel.png')
    return new Response(
      Uint8Array.from(atob(WHEEL), (byte) => byte.charCodeAt(0)),
      { headers: { 'content-type': 'image/png' } },
    );
  const page = PAGES.find(({ path }) => path === pathname || `${path}index.html` === pathname);
  // Redirects to the folder's URL with a slash, as file servers do.
  if (!page && PAGES.some(({ path }) => path === `${pathname}/`))
    return new Response(null, { status: 301, headers: { location: `${pathname}/` } });
  const html = page
    ? pageOf(page)
    : pageOf({ path: pathname, title: 'Not found', description: 'No such page.', html: '<p>There is no such page.</p>' });
  return new Response(html, { status: page ? 200 : 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
};
