import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page and its place in the address. */
export interface PageRoute {
  readonly path: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** Every page is a chunk of its own, with the client of its service. */
export const routes: readonly PageRoute[] = [
  { path: '/', component: lazy(async () => ({ default: (await import('./pages/organizations.tsx')).Organizations })) },
  { path: '/organizations/:organizationId', component: lazy(async () => ({ default: (await import('./pages/organization.tsx')).Organization })) },
];

/** A link of the menu. */
export interface MenuItem {
  readonly path: string;
  readonly title: string;
}

export const menu: readonly MenuItem[] = [
  { path: '/', title: 'Organizations' },
  { path: '/agents', title: 'Agents' },
  { path: '/wallets', title: 'Wallets' },
  { path: '/traces', title: 'Traces' },
  { path: '/memory', title: 'Memory' },
  { path: '/chat', title: 'Chat' },
  { path: '/upload', title: 'Upload' },
  { path: '/search', title: 'Search' },
  { path: '/converter', title: 'Converter' },
  { path: '/settings', title: 'Settings' },
];
