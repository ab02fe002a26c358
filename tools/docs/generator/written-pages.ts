/** Reads the handwritten pages: the files in `docs`, and the READMEs of the packages. */
import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import type { Page } from './page.ts';

/** Returns the path of a file on the site. Undefined for files that are not pages. */
const pathOf = (file: string): string | undefined => {
  const [, name] = /^packages\/([^/]+)\/README\.md$/.exec(file) ?? [];
  if (name !== undefined) return `packages/${name}.md`;
  if (file === 'docs/decisions/README.md') return 'decisions/index.md';
  // The site generates its own list, which has more links.
  if (file === 'docs/errors/codes.md') return undefined;
  return /^docs\/(?!reference\/|\.)/.test(file) ? file.slice('docs/'.length) : undefined;
};

/** Files whose page on the site has another source, with the path of that page. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'docs/reference/README.md': 'reference/index.md', 'README.md': 'index.md' };

const elsewhere = (file: string): string | undefined =>
  ELSEWHERE[file] ?? file.replace(/^docs\/reference\/(?!index\.)([\w-]+)\.md$/, 'reference/$1/index.md');

/** Returns the pages of the repository, with links that lead to pages. */
export const writtenPages = async (): Promise<Page[]> => {
  const patterns = ['docs/**/*.md', 'packages/*/README.md'];
  const files: string[] = [];
  for await (const file of glob(patterns, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === '.pages' || name === 'dist',
  }))
    files.push(file.replaceAll('\\', '/'));
  const paths = new Map(files.flatMap((file) => (pathOf(file) === undefined ? [] : [[file, pathOf(file) ?? '']])));
  const pages = [...paths].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(
    pages.map(async ([file, path]) => ({
      path,
      file,
      text: withSiteLinks(await readFile(join(root, file), 'utf8'), file, path, paths),
    })),
  );
};

/** Returns the anchor of a heading on the site, which adds a prefix before a digit. */
const siteAnchor = (anchor: string): string => anchor.replace(/^\d/, '_$&');

/** The folder of files that the site serves unchanged. */
const PUBLIC = 'docs/public/';

/** Replaces links to files by links to their pages. A link to a file without a page becomes plain text. */
const withSiteLinks = (text: string, file: string, path: string, paths: ReadonlyMap<string, string>): string =>
  outsideCode(text, (part) =>
    part.replaceAll(/\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, words: string, address: string) => {
      if (/^(?:[a-z]+:|#|\/)/.test(address)) return link;
      const [target = '', anchor] = address.split('#');
      const wanted = posix.normalize(posix.join(posix.dirname(file), target));
      if (wanted.startsWith(PUBLIC)) return `[${words}](/${wanted.slice(PUBLIC.length)})`;
      const found = targetOf(wanted, paths);
      if (found === undefined) return words;
      // An operation is a row of a page in the repository, but a separate page of the site.
      if (anchor !== undefined && /^reference\/[^/]+\/index\.md$/.test(found))
        return `[${words}](${posix.relative(posix.dirname(path), found.replace('index', anchor))})`;
      const relative = posix.relative(posix.dirname(path), found);
      return `[${words}](${relative.startsWith('.') ? relative : `./${relative}`}${anchor === undefined ? '' : `#${siteAnchor(anchor)}`})`;
    }),
  );

const targetOf = (target: string, paths: ReadonlyMap<string, string>): string | undefined => {
  const plain = target.replace(/\/$/, '');
  const found = paths.get(plain) ?? paths.get(`${plain}/README.md`) ?? paths.get(`${plain}.md`);
  if (found !== undefined) return found;
  const other = elsewhere(plain);
  // This list does not contain the home page and the pages of the reference.
  if (other !== undefined && other !== plain) return other;
  return /^docs\/(?:reference|errors)\//.test(plain) && plain.endsWith('.md') ? plain.slice('docs/'.length) : undefined;
};

/**
 * Matches a code block, a link whose text may contain code, or inline code. Links come before inline code, because the backticks in a
 * link belong together.
 */
const CODE = /(^```[\s\S]*?^```$|\[(?:`[^`\n]+`|[^\][`])*\]\([^)\s]+\)|`[^`\n]+`)/m;

/** Applies `change` to the parts of a string that are not code. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(CODE)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('');
