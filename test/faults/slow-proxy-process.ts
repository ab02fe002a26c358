/** A process whose call ends before its proxy responds. It prints the result, and exits when no work is pending. */
import { isPlatformError } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';

const [, , baseUrl = ''] = process.argv;
const organizations = createOrganizationsClient({ baseUrl, apiKey: 'planted-key', accessToken: 'planted-token' });
await organizations.create({ name: 'Acme' }, { timeoutMs: 1500 }).catch((error: unknown) => {
  process.stdout.write(isPlatformError(error) ? `${error.kind} ${error.outcome}` : String(error));
});
