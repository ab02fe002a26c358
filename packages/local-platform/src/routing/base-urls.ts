import type { BaseName } from '@platform-sdk/core';

/** The path of each service below the origin. */
export const basePaths: Readonly<Record<BaseName, string>> = {
  auth: '/auth/v1',
  organizations: '/control/v1',
  wallets: '/control/v1',
  analytics: '/analytics',
  memory: '/memory',
  gateway: '/gateway/v1',
  upload: '/upload',
  search: '/search',
  converter: '/converter',
};

/** Returns the end of an error message for a path outside all services. The advice lists the correct paths of base URLs. */
export const addressAdvice = (path: string): string => {
  const paths = [...new Set(Object.values(basePaths))];
  if (paths.some((each) => path === each || path.startsWith(`${each}/`))) return '';
  return ` No service is at this path. The base addresses end in ${paths.join(', ')}.`;
};

/** Returns the base URLs of all services at one origin, as core's `baseUrls` expects them. */
export const baseUrlsAt = (origin: string): Record<BaseName, string> => {
  const root = origin.replace(/(?<!\/)\/+$/, '');
  return Object.fromEntries(Object.entries(basePaths).map(([name, path]) => [name, root + path])) as Record<BaseName, string>;
};
