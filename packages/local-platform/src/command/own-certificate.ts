import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOwnFile, replaceOwnFile } from '@platform-sdk/core/disk';
import { createCertificate, isGoodFor, type Certificate } from './certificate.ts';

/** The certificate of a server, and the file that clients must trust. */
export interface OwnCertificate extends Certificate {
  readonly file: string;
  /** Removes the temporary folder with the private key, if there is one. */
  readonly release: () => Promise<void>;
}

const PURPOSE = { title: "The certificate's file", field: '--data' };

const OWN_HOSTS = ['localhost', '127.0.0.1', '::1', 'sample.localhost'];

/**
 * Returns the certificate in a folder, so that clients must trust it only once. Creates a new certificate if the folder contains none, or
 * if the certificate expires within a week or lacks a host. Without a folder, the certificate is stored in a temporary folder.
 */
export const ownCertificate = async (folder: string | undefined, hosts: readonly string[]): Promise<OwnCertificate> => {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'platform-sdk-')));
  const release = async (): Promise<void> => {
    if (folder === undefined) await rm(place, { recursive: true, force: true });
  };
  const [file, keyFile] = [join(place, 'certificate.pem'), join(place, 'private-key.pem')];
  const names = [...new Set([...OWN_HOSTS, ...hosts.map((host) => host.toLowerCase())])];
  const [certificate, privateKey] = await Promise.all([file, keyFile].map((name) => readOwnFile(name, PURPOSE)));
  if (certificate && privateKey && isGoodFor(certificate, names)) return { certificate, privateKey, file, release };
  const made = createCertificate(names);
  await replaceOwnFile(keyFile, made.privateKey);
  await replaceOwnFile(file, made.certificate);
  return { ...made, file, release };
};
