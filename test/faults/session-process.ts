/** A process with an expired token. It lists organizations with a session that other processes share, and prints the result. */
import { createPlatform } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { createOrganizationsClient } from '@platform-sdk/organizations';

const [, , origin = '', session = ''] = process.argv;
const platform = createPlatform({
  apiKey: 'planted-api-key-5f0c',
  baseUrls: { auth: `${origin}/v1`, organizations: `${origin}/v1` },
  session: { store: fileTokenStore(session), lock: fileLock(`${session}.lock`) },
});
const organizations = await createOrganizationsClient(platform).list();
process.stdout.write(organizations.map(({ name }) => name).join());
