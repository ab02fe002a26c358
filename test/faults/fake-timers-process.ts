/** A process that replaces its timers before it imports the package or before its first call, and then makes a few calls. */
import { mock } from 'node:test';

const [, , baseUrl = '', when] = process.argv;
const { setTimeout: start } = globalThis;

const replaceTimers = (): void => {
  if (when !== 'jsdom') return mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] });
  // Simulates jsdom under Jest: timers are numbers, and `setImmediate` is missing.
  Object.assign(globalThis, { setTimeout: (work: () => void, ms?: number) => Number(start(work, ms)), setImmediate: undefined });
};

if (when === 'before the import') replaceTimers();
const [{ createOrganizationsClient }, { createGatewayClient }] = await Promise.all([
  import('@platform-sdk/organizations'),
  import('@platform-sdk/gateway'),
]);
if (when !== 'before the import') replaceTimers();

const options = { baseUrl, apiKey: 'planted-key', accessToken: 'planted-token' };
const organizations = createOrganizationsClient(options);
for (let call = 0; call < 3; call++) await organizations.list();
await createGatewayClient(options)
  .chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] })
  .final();
process.stdout.write('done');
