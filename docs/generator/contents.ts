/** The order of the pages in the sidebar, by the names of their files. */
export const START: readonly string[] = ['try', 'node', 'web', 'tests'];

export const GUIDES: readonly string[] = [
  'sessions-and-stores',
  'errors',
  'retries-timeouts-cancelling',
  'lists-and-pages',
  'streams',
  'uploads',
  'archives-and-jobs',
  'settings',
  'wallets-and-money',
  'permissions',
  'limits',
  'logging-and-tracing',
  'local-platform',
  'staging',
  'fleets',
  'security',
  'runtimes',
  'sizes-and-speed',
  'wire-names',
];

export const RECIPES: readonly string[] = [
  'react-sign-in',
  'sessions-on-a-server',
  'chat-with-stop',
  'upload-with-progress',
  'test-a-component',
  'nightly-job',
  'payments-migration',
  'react',
  'next',
  'vue-and-svelte',
  'cloudflare-workers',
  'express-proxy',
  'openai-and-ai-sdk',
  'playwright-and-cypress',
];

export const ERRORS: readonly string[] = [
  'invalid-input',
  'session',
  'http',
  'network',
  'timeout',
  'aborted',
  'redirect',
  'invalid-response',
  'too-large',
  'interrupted',
  'stalled',
  'truncated',
  'archive',
  'codes',
];
