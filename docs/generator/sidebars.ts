/** The sidebars of the site. */
import type { ServiceReference } from '../../scripts/reference/service-reference.ts';
import { addressOf, titleOf, type Page, type SidebarItem, type Sidebars } from './page.ts';
import { operationPath } from './reference/operation-page.ts';
import { GUIDES, RECIPES, START } from './contents.ts';

/** Returns the sidebars. A written page that the contents do not name is an error. */
export const sidebarsOf = (pages: readonly Page[], services: readonly ServiceReference[]): Sidebars => {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const item = (path: string): SidebarItem => {
    const page = byPath.get(path);
    if (!page) throw new Error(`The contents name ${path}, which does not exist.`);
    return { text: titleOf(page), link: addressOf(path) };
  };
  const within = (folder: string, names: readonly string[]): SidebarItem[] => {
    const missing = pages.find(({ path }) => path.startsWith(`${folder}/`) && !names.includes(path.slice(folder.length + 1, -3)));
    if (missing) throw new Error(`docs/generator/contents.ts does not name ${missing.path}.`);
    return names.map((name) => item(`${folder}/${name}.md`));
  };
  const all = (folder: string): SidebarItem[] =>
    pages.filter(({ path }) => path.startsWith(`${folder}/`) && !path.endsWith('/index.md')).map(({ path }) => item(path));
  const learn: SidebarItem[] = [
    { text: 'Start', items: within('start', START) },
    { text: 'Guides', items: within('guides', GUIDES) },
    { text: 'Recipes', items: within('recipes', RECIPES) },
  ];
  const nameItem = (path: string): SidebarItem => ({ text: path.split('/')[1] ?? path, link: addressOf(path) });
  const lists = ['stores.md', 'promises.md', 'benchmarks.md', 'runtimes.md', 'glossary.md'].map(item);
  const reference: SidebarItem[] = [
    { text: 'Reference', link: '/reference/' },
    ...services.map(({ service, title, operations }) => ({
      text: title,
      link: `/reference/${service}/`,
      collapsed: true,
      items: operations.map((each) => item(operationPath(service, each))),
    })),
    { text: 'Packages', collapsed: true, items: all('packages') },
    { text: 'Names', collapsed: true, items: pages.filter(({ path }) => path.endsWith('/exports.md')).map(({ path }) => nameItem(path)) },
    { text: 'Lists', collapsed: true, items: lists },
  ];
  return {
    '/': learn,
    '/reference/': reference,
    '/packages/': reference,
    '/decisions/': [{ text: 'Decisions', link: '/decisions/', items: all('decisions') }],
  };
};
