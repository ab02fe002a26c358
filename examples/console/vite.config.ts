import { defineConfig } from 'vite';

export default defineConfig({
  // The packages come from their sources. Naming conditions replaces vite's own, so these are listed too.
  resolve: { conditions: ['@platform-sdk/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true, modulePreload: { polyfill: false } },
});
