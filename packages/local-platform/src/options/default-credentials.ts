import type { ProjectKeys } from '@platform-sdk/core';

/** The pair that opens the ready-made project. */
export const defaultProjectKeys: ProjectKeys = { publicKey: 'pk-lf-local', secretKey: 'sk-lf-local' };

/** The token that `Admin-Access` has to carry. */
export const localAdminAccess = 'local-admin-access';

/** The keys and the password that a platform begins with. */
export interface LocalCredentials {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly password: string;
  readonly projectKeys: ProjectKeys;
}

/** The same for every platform, as nobody else reaches it. */
export const wellKnownCredentials: LocalCredentials = {
  apiKey: 'local-api-key',
  gatewayKey: 'local-gateway-key',
  password: 'difference-engine',
  projectKeys: defaultProjectKeys,
};

/** Credentials that nobody can guess. */
export const randomCredentials = (): LocalCredentials => {
  const random = (): string => crypto.randomUUID().replaceAll('-', '');
  return {
    apiKey: `local-${random()}`,
    gatewayKey: `local-${random()}`,
    password: random(),
    projectKeys: { publicKey: `pk-lf-${random()}`, secretKey: `sk-lf-${random()}` },
  };
};
