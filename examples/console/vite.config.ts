import { defineConfig } from 'vite';

export default defineConfig({
  // The first condition resolves packages to their sources. The list replaces vite's default conditions, so it repeats them.
  resolve: { conditions: ['@platform-sdk/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true, modulePreload: { polyfill: false } },
});
