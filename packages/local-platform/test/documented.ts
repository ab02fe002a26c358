import { readFileSync } from 'node:fs';

export interface DocumentedOperation {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

export const documented = JSON.parse(
  readFileSync(new URL('../../../test/specification/documented-operations.json', import.meta.url), 'utf8'),
) as DocumentedOperation[];

/** The services whose base path differs from their name. */
const BASES: Readonly<Record<string, string>> = {
  auth: '/auth/v1',
  organizations: '/control/v1',
  projects: '/control/v1',
  settings: '/control/v1',
  'agent-passes': '/control/v1',
  wallets: '/control/v1',
  gateway: '/gateway/v1',
};

/** Returns the method and the path of an operation on the local platform, with parameter names as values. */
export const lineOf = ({ service, method, path }: DocumentedOperation): string => {
  const base = path.startsWith('/oauth/agent/') ? '/auth/v1' : (BASES[service] ?? `/${service}`);
  return `${method} ${base}${path.replaceAll(/[{}]/g, '')}`;
};
