import type { ProjectKeys } from '@platform-sdk/core';

/** The key pair of the default project. */
export const defaultProjectKeys: ProjectKeys = { publicKey: 'pk-lf-local', secretKey: 'sk-lf-local' };

/** The token of the `Admin-Access` header. */
export const localAdminAccess = 'local-admin-access';

/** The initial keys and password of a platform. */
export interface LocalCredentials {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly password: string;
  readonly projectKeys: ProjectKeys;
}

/** Fixed credentials of a platform that no other machine can reach. */
export const wellKnownCredentials: LocalCredentials = {
  apiKey: 'local-api-key',
  gatewayKey: 'local-gateway-key',
  password: 'difference-engine',
  projectKeys: defaultProjectKeys,
};

/** Random credentials for a platform that others can reach. */
export const randomCredentials = (): LocalCredentials => {
  const random = (): string => crypto.randomUUID().replaceAll('-', '');
  return {
    apiKey: `local-${random()}`,
    gatewayKey: `local-${random()}`,
    password: random(),
    projectKeys: { publicKey: `pk-lf-${random()}`, secretKey: `sk-lf-${random()}` },
  };
};
