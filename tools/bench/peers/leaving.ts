/** CPU time of leaving a chat in the middle, until the server sees the connection close. */
import { measure, pick, report, settings } from './case.ts';

const { way, origin } = settings<{ readonly way: string; readonly origin: string }>();

const waitUntilClosed = async (): Promise<void> => {
  const closed = await fetch(`${origin}/closed`);
  if ((await closed.text()) !== 'closed') throw new Error(`${way} left its connection open.`);
};

const ways: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  'raw fetch': async () => async () => {
    const controller = new AbortController();
    const response = await fetch(`${origin}/v1/chat/completions`, { method: 'POST', body: '{}', signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
  },
  async 'this SDK'() {
    const { createGatewayClient } = await import('@platform-sdk/gateway');
    const gateway = createGatewayClient({ baseUrl: `${origin}/v1`, apiKey: 'key' });
    return async () => {
      for await (const { id } of gateway.chatStream({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })) if (id !== '') break;
    };
  },
};

const leave = await pick(ways, way)();
const once = async (): Promise<void> => {
  await leave();
  await waitUntilClosed();
};
report(await measure(once, { warmUp: 50, measured: 50 }));
