import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { pageDescription } from './page-description.ts';
import { withContentPolicy } from './runner/content-policy.ts';
import { snippetBlocks } from './runner/snippet-blocks.ts';
import { labelledTables } from './tables.ts';

const sidebar = JSON.parse(readFileSync(new URL('../.pages/sidebars.json', import.meta.url), 'utf8')) as DefaultTheme.SidebarMulti;

/** Set if the site is not at the root of its host. */
const base = process.env['DOCS_BASE'] ?? '/';

export default defineConfig({
  title: 'Platform SDK',
  description: 'Typed clients for the platform, and a local platform to try them against.',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  base,
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  metaChunk: true,
  // The default colours have too little contrast.
  markdown: {
    config: (md) => {
      snippetBlocks(md);
      labelledTables(md);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: withContentPolicy,
  transformPageData: ({ filePath, description }, { siteConfig }) => {
    const own = description || pageDescription(readFileSync(join(siteConfig.srcDir, filePath), 'utf8'));
    return own === undefined ? undefined : { description: own };
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar,
    nav: [
      { text: 'Start', link: '/start/try' },
      { text: 'Guides', link: '/guides/sessions-and-stores' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Changelog', link: '/changelog' },
    ],
    outline: { level: [2, 3] },
  },
});
