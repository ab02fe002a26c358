import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { withContentPolicy } from './runner/content-policy.ts';
import { snippetBlocks } from './runner/snippet-blocks.ts';

const sidebar = JSON.parse(readFileSync(new URL('../.pages/sidebars.json', import.meta.url), 'utf8')) as DefaultTheme.SidebarMulti;

export default defineConfig({
  title: 'Platform SDK',
  description: 'Typed clients for the platform, and a local platform to try them against.',
  lang: 'en',
  // Set where the site is not at the root of its host.
  base: process.env['DOCS_BASE'] ?? '/',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  metaChunk: true,
  markdown: { config: snippetBlocks },
  transformHtml: withContentPolicy,
  themeConfig: {
    search: { provider: 'local' },
    sidebar,
    nav: [
      { text: 'Start', link: '/start/node' },
      { text: 'Guides', link: '/guides/errors' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Decisions', link: '/decisions/' },
    ],
    outline: { level: [2, 3] },
  },
});
