/** Pages as plain Markdown, for AI tools and for the tarballs of packages. */
import { posix } from 'node:path';
import { titleOf, type Page } from './page.ts';

/** Returns the text of a page without the site's own markup. */
export const plainText = ({ text }: Page): string =>
  `${text
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replaceAll(/^(#+ .+?) \{#[\w-]+\}$/gm, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&#123;', '{')
    .trim()}\n`;

/** Returns the first paragraph of a page, in one line. */
export const leadOf = (page: Page): string => {
  const [, lead = ''] = /^# .+\n+(?!#|\||```|<)([^\n]+)/m.exec(plainText(page)) ?? [];
  return lead.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
};

/** Changes the paths of pages. Adjusts the links between these pages, and turns links to other pages into plain text. */
export const moved = (pages: readonly Page[], pathOf: (path: string) => string): Page[] => {
  const paths = new Map(pages.map(({ path }) => [path, pathOf(path)]));
  return pages.map((page) => {
    const target = paths.get(page.path) ?? page.path;
    const text = plainText(page).replaceAll(/\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, words: string, address: string) => {
      if (/^(?:[a-z]+:|#)/.test(address)) return link;
      const [path = '', anchor] = address.split('#');
      const found = paths.get(posix.normalize(posix.join(posix.dirname(page.path), path)));
      if (found === undefined) return words;
      const relative = posix.relative(posix.dirname(target), found);
      return `[${words}](${relative}${anchor === undefined ? '' : `#${anchor}`})`;
    });
    return { path: target, text };
  });
};

const SECTIONS: readonly (readonly [title: string, folder: string])[] = [
  ['Start', 'start/'],
  ['Guides', 'guides/'],
  ['Recipes', 'recipes/'],
  ['Errors', 'errors/'],
  ['Packages', 'packages/'],
  ['Reference', 'reference/'],
];

/** Returns the list of all pages, in the format of llms.txt. */
export const llmsList = (pages: readonly Page[]): string =>
  [
    '# Platform SDK',
    '',
    '> Typed TypeScript clients for the platform, and a local platform that runs all of it in memory.',
    '',
    'Every failure is a `PlatformError`: branch on `kind`, then `status` and `code`, and read `outcome` before a write is repeated. Tests use `createLocalPlatform()`. All pages together are in llms-full.txt.',
    ...SECTIONS.flatMap(([title, folder]) => [
      '',
      `## ${title}`,
      '',
      ...pages.filter(({ path }) => path.startsWith(folder)).map((page) => `- [${titleOf(page)}](${page.path}): ${leadOf(page)}`),
    ]),
    '',
  ].join('\n');

/** Returns the text of every page in these sections. */
export const llmsFull = (pages: readonly Page[]): string =>
  SECTIONS.flatMap(([, folder]) => pages.filter(({ path }) => path.startsWith(folder)))
    .map((page) => `<!-- ${page.path} -->\n\n${plainText(page)}`)
    .join('\n');
