/** CPU time of `gateway.chatStream` for 20 MB in one event, and in ten. */
import { createGatewayClient } from '@platform-sdk/gateway';
import { measure, report, settings } from './case.ts';

const { way } = settings<{ readonly way: string }>();
const [events, length] = way === 'long line' ? [1, 20_000_000] : [10, 2_000_000];
const head = 'data: {"id":"1","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"content":"';
const text = `${`${head}${'x'.repeat(length)}"},"finish_reason":null}]}\n\n`.repeat(events)}${head}"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
const bytes = new TextEncoder().encode(text);

const respond: typeof fetch = () => {
  let start = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(start, (start += 16_384)));
    },
  });
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
};
const gateway = createGatewayClient({ baseUrl: 'http://localhost:1/v1', apiKey: 'key', fetch: respond });

report(
  await measure(
    async () => {
      let characters = 0;
      for await (const { choices } of gateway.chatStream({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }))
        characters += (choices[0]?.delta.content ?? '').length;
      if (characters !== events * length) throw new Error(`Only ${characters} characters came.`);
    },
    { warmUp: 3, measured: 3 },
  ),
);
