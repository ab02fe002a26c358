import type { ProjectKeys } from '@platform-sdk/core';
import { readyMadeKeys } from './analytics/seed.ts';

/** The keys and the password that a platform begins with. */
export interface Credentials {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly password: string;
  readonly projectKeys: ProjectKeys;
}

/** The same for every platform, as nobody else reaches it. */
export const wellKnownCredentials: Credentials = {
  apiKey: 'local-api-key',
  gatewayKey: 'local-gateway-key',
  password: 'difference-engine',
  projectKeys: readyMadeKeys,
};

/** Credentials that nobody can guess. */
export const randomCredentials = (): Credentials => {
  const random = (): string => crypto.randomUUID().replaceAll('-', '');
  return {
    apiKey: `local-${random()}`,
    gatewayKey: `local-${random()}`,
    password: random(),
    projectKeys: { publicKey: `pk-lf-${random()}`, secretKey: `sk-lf-${random()}` },
  };
};
