/** The sidebars of the site. */
import type { ServiceReference } from '@platform-sdk/reference/service-reference';
import { addressOf, titleOf, type Page, type SidebarItem, type Sidebars } from './page.ts';
import { operationPath } from './reference/operation-page.ts';
import { ERRORS, GUIDES, RECIPES, START } from './contents.ts';

/** Returns the sidebars. Throws if `contents.ts` does not list a handwritten page. */
export const sidebarsOf = (pages: readonly Page[], services: readonly ServiceReference[]): Sidebars => {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const item = (path: string): SidebarItem => {
    const page = byPath.get(path);
    if (!page) throw new Error(`The contents name ${path}, which does not exist.`);
    return { text: titleOf(page), link: addressOf(path) };
  };
  const within = (folder: string, names: readonly string[]): SidebarItem[] => {
    const missing = pages.find(({ path }) => path.startsWith(`${folder}/`) && !names.includes(path.slice(folder.length + 1, -3)));
    if (missing) throw new Error(`tools/docs/generator/contents.ts does not name ${missing.path}.`);
    return names.map((name) => item(`${folder}/${name}.md`));
  };
  const all = (folder: string): SidebarItem[] =>
    pages.filter(({ path }) => path.startsWith(`${folder}/`) && !path.endsWith('/index.md')).map(({ path }) => item(path));
  const learn: SidebarItem[] = [
    { text: 'Start', items: within('start', START) },
    { text: 'Guides', items: within('guides', GUIDES) },
    { text: 'Recipes', items: within('recipes', RECIPES) },
  ];
  const lists = { text: 'Lists', items: ['stores.md', 'benchmarks.md', 'runtimes.md', 'glossary.md'].map(item) };
  const overviews = services.map(({ service, title }) => ({ text: title, link: `/reference/${service}/` }));
  const names = pages
    .filter(({ path }) => path.endsWith('/exports.md'))
    .map(({ path }) => ({ text: path.split('/')[1] ?? path, link: addressOf(path) }));
  const reference: SidebarItem[] = [
    { text: 'Reference', items: [{ text: 'Overview', link: '/reference/' }, ...overviews] },
    { text: 'Packages', items: all('packages') },
    { text: 'Names', items: names },
  ];
  const ofService = ({ service, title, operations }: ServiceReference): SidebarItem[] => [
    { text: 'All services', link: '/reference/' },
    {
      text: title,
      items: [
        { text: 'Overview', link: `/reference/${service}/` },
        ...operations.map((each) => ({ text: each.path.join('.'), link: addressOf(operationPath(service, each)) })),
        { text: 'Names', link: `/reference/${service}/exports` },
        { text: 'Package', link: `/packages/${service}` },
      ],
    },
  ];
  return {
    '/': [...learn, lists],
    '/reference/': reference,
    ...Object.fromEntries(services.map((each) => [`/reference/${each.service}/`, ofService(each)])),
    '/packages/': reference,
    '/errors/': [{ text: 'Errors', link: '/errors/', items: ERRORS.map((name) => item(`errors/${name}.md`)) }],
    '/decisions/': [{ text: 'Decisions', link: '/decisions/', items: all('decisions') }],
    '/contributing/': [{ text: 'Contributing', items: all('contributing') }],
  };
};
