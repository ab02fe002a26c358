import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

interface PageRoute {
  readonly path: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** Every page is a separate chunk that contains the client of its service. */
export const routes: readonly PageRoute[] = [
  { path: '/', component: lazy(async () => ({ default: (await import('./pages/organizations.tsx')).Organizations })) },
  {
    path: '/organizations/:organizationId',
    component: lazy(async () => ({ default: (await import('./pages/organization.tsx')).Organization })),
  },
  {
    path: '/organizations/:organizationId/projects/:projectId',
    component: lazy(async () => ({ default: (await import('./pages/project.tsx')).Project })),
  },
  { path: '/agents', component: lazy(async () => ({ default: (await import('./pages/agents.tsx')).Agents })) },
  { path: '/agents/:agent', component: lazy(async () => ({ default: (await import('./pages/agent.tsx')).Agent })) },
  { path: '/wallets', component: lazy(async () => ({ default: (await import('./pages/wallets.tsx')).Wallets })) },
  { path: '/wallets/:addressHash', component: lazy(async () => ({ default: (await import('./pages/wallet.tsx')).Wallet })) },
  { path: '/traces', component: lazy(async () => ({ default: (await import('./pages/traces.tsx')).Traces })) },
  {
    path: '/traces/:organizationId/:projectId',
    component: lazy(async () => ({ default: (await import('./pages/project-traces.tsx')).ProjectTraces })),
  },
  {
    path: '/traces/:organizationId/:projectId/:traceId',
    component: lazy(async () => ({ default: (await import('./pages/trace.tsx')).Trace })),
  },
  { path: '/memory', component: lazy(async () => ({ default: (await import('./pages/memory.tsx')).Memory })) },
  { path: '/memory/:sessionId', component: lazy(async () => ({ default: (await import('./pages/conversation.tsx')).Conversation })) },
  { path: '/chat', component: lazy(async () => ({ default: (await import('./pages/chat.tsx')).Chat })) },
  { path: '/upload', component: lazy(async () => ({ default: (await import('./pages/upload.tsx')).Upload })) },
  { path: '/search', component: lazy(async () => ({ default: (await import('./pages/search.tsx')).Search })) },
  { path: '/converter', component: lazy(async () => ({ default: (await import('./pages/converter.tsx')).Converter })) },
  { path: '/settings', component: lazy(async () => ({ default: (await import('./pages/settings.tsx')).Settings })) },
];

export const menu: readonly { readonly path: string; readonly title: string }[] = [
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
