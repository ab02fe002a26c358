import { defineConfig } from 'vite';

export default defineConfig({
  // The packages resolve to their sources. This list replaces vite's own conditions, so it repeats them.
  resolve: { conditions: ['@platform-sdk/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true, modulePreload: { polyfill: false } },
});
