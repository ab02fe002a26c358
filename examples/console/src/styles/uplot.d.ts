/** Vite bundles style sheets that modules import. */
declare module '*.css';
