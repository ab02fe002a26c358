/** A process whose timers are replaced before the package is imported, or before its first call. It calls a few times. */
import { mock } from 'node:test';

const [, , baseUrl = '', when] = process.argv;
const { setTimeout: start } = globalThis;

const replaceTimers = (): void => {
  if (when !== 'jsdom') return mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] });
  // Timers of jsdom are numbers, and Jest removes `setImmediate` from it.
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
