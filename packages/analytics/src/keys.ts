import type { ProjectKeys } from '@platform-sdk/core';
import { PlatformError } from '@platform-sdk/core/internal';

/** A project that may have been read with its secrets. */
export interface WithSecrets {
  /** Additional data of the response. */
  readonly meta?: {
    /** The key pair. Undefined unless the project was read with `secret: true`. */
    readonly secrets?: unknown;
  };
}

/** Returns the key pair of a project that was read with `secret: true`. */
export const getProjectKeys = ({ meta }: WithSecrets): ProjectKeys => {
  const { publicKey, secretKey } = (meta?.secrets ?? {}) as Partial<ProjectKeys>;
  if (publicKey && secretKey) return { publicKey, secretKey };
  throw new PlatformError('invalid-input', 'The project has no key pair in meta.secrets: read it with secret: true', {
    field: 'meta.secrets',
    outcome: 'not-sent',
  });
};
