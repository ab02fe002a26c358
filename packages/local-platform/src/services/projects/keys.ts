import type { ProjectKeys } from '@platform-sdk/core';
import { admitKeyPair, analyticsRecords, type KeyPairRecord } from '../analytics/records.ts';
import type { World } from '../../world/state.ts';
import type { ProjectRecord } from './records.ts';
import { transientStore } from '../../state/store.ts';

/** Issues a key pair for a project's analytics. The key pair of an API key can expire. */
export const issueKeyPair = (
  world: World,
  { id: projectId }: ProjectRecord,
  more: Pick<KeyPairRecord, 'expiresAt' | 'isApiKey'> = {},
): ProjectKeys => {
  const keys = { publicKey: `pk-lf-${world.id()}`, secretKey: `sk-lf-${world.secret()}` };
  admitKeyPair(world, { ...keys, projectId, ...more });
  return keys;
};

/** Returns the project's own key pair, which is not an API key. Issues the key pair at the first call. */
export const ownKeyPair = (world: World, project: ProjectRecord): ProjectKeys => {
  const [found] = world.records(analyticsRecords).keyPairs.by('own', project.id);
  return found ? { publicKey: found.publicKey, secretKey: found.secretKey } : issueKeyPair(world, project);
};

const encryptionKey = transientStore('encryption-key', () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']),
);

/** Encrypts a secret for lists. The key can only encrypt, so nobody can decrypt the secret. */
export const encrypt = async (world: World, secret: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await world.records(encryptionKey);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(secret)));
  return btoa(String.fromCharCode(...iv, ...sealed));
};

/** Returns the last four characters of a long secret. Short secrets are hidden. */
export const mask = (secret: string): string => `...${secret.length < 12 ? '' : secret.slice(-4)}`;
