/** CPU time of reading a streamed chat whose first event has 20 MB. */
import { measure, pick, report, settings, type Counts } from './case.ts';

const { way, ...counts } = settings<Counts & { readonly way: string }>();
const LENGTH = 20_000_000;
const chunk = (delta: object, finish_reason: string | null): string =>
  JSON.stringify({
    id: '1',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
const bytes = new TextEncoder().encode(
  `data: ${chunk({ content: 'x'.repeat(LENGTH) }, null)}\n\ndata: ${chunk({}, 'stop')}\n\ndata: [DONE]\n\n`,
);
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello' }] };

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

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | readonly unknown[] | null } }[];
}
const lengthOf = ({ choices }: Chunk): number => (choices[0]?.delta.content ?? '').length;
const lengthIn = (data: string): number => (data === '[DONE]' ? 0 : lengthOf(JSON.parse(data) as Chunk));

async function* pieces(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of (await respond('http://localhost:1/')).body ?? []) yield decoder.decode(piece, { stream: true });
}

const ways: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  'by hand': async () => async () => {
    let length = 0;
    let parts: string[] = [];
    for await (const piece of pieces()) {
      parts.push(piece);
      if (!piece.includes('\n')) continue;
      const messages = parts.join('').split('\n\n');
      parts = [messages.pop() ?? ''];
      for (const message of messages) length += lengthIn(message.slice('data: '.length));
    }
    return length;
  },
  async 'this SDK'() {
    const { createGatewayClient } = await import('@platform-sdk/gateway');
    const gateway = createGatewayClient({ baseUrl: 'http://localhost:1/v1', apiKey: 'key', fetch: respond });
    return async () => {
      let length = 0;
      for await (const event of gateway.chatStream(request)) length += lengthOf(event);
      return length;
    };
  },
  async 'eventsource-parser'() {
    const { createParser } = await import('eventsource-parser');
    return async () => {
      let length = 0;
      const parser = createParser({ onEvent: ({ data }) => (length += lengthIn(data)) });
      for await (const piece of pieces()) parser.feed(piece);
      return length;
    };
  },
  async openai() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: 'http://localhost:1', apiKey: 'key', fetch: respond });
    return async () => {
      let length = 0;
      for await (const event of await client.chat.completions.create({ ...request, stream: true })) length += lengthOf(event);
      return length;
    };
  },
};

const read = await pick(ways, way)();
const checked = async (): Promise<void> => {
  const length = await read();
  if (length !== LENGTH) throw new Error(`Only ${length} characters arrived.`);
};
report(await measure(checked, counts));
