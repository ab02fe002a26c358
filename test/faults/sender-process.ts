/** A process that calls the base URLs in its arguments. It prints the results and loaded modules, and exits when no work is pending. */
import { isPlatformError } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createOrganizationsClient } from '@platform-sdk/organizations';

const [, , ...baseUrls] = process.argv;
const results: string[] = [];
const settle = async (work: Promise<unknown>): Promise<void> => {
  results.push(
    await work.then(
      () => 'done',
      (error: unknown) => (isPlatformError(error) ? `${error.kind} ${error.outcome}` : String(error)),
    ),
  );
};
for (const baseUrl of baseUrls) {
  const organizations = createOrganizationsClient({ baseUrl, apiKey: 'planted-key', accessToken: 'planted-token', retry: { limit: 0 } });
  await settle(organizations.list());
  await settle(organizations.create({ name: 'Acme' }));
  const gateway = createGatewayClient({ baseUrl, apiKey: 'planted-key', retry: { limit: 0 } });
  await settle(gateway.chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }).final());
}
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
const loaded = moduleLoadList.filter((name) => /undici|webstreams\/readable/.test(name));
process.stdout.write(JSON.stringify({ results, loaded }));
