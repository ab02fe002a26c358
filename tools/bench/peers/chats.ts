/** CPU time of reading one streamed chat: the real client of each package, over a `fetch` that returns the same chunks. */
import { measure, pick, report, settings, type Counts } from './case.ts';

interface ChatCase extends Counts {
  readonly way: string;
  /** The bytes of a chunk; 0 for one event per chunk. */
  readonly chunkBytes: number;
}

const EVENTS = 12_000;
const { way, chunkBytes, ...counts } = settings<ChatCase>();
const words = Array.from({ length: EVENTS }, (_, index) => ` word ${index}`);
const expected = words.join('');
/** True for Anthropic's client and for the loop that it is compared with. Both read Anthropic's own event format. */
const isAnthropic = way.includes('anthropic');
const events = isAnthropic ? anthropicEvents() : openaiEvents();
const chunks = chunkBytes === 0 ? events.map(encode) : cut(encode(events.join('')), chunkBytes);
const messages = [{ role: 'user' as const, content: 'Count to 12,000.' }];
const request = { model: 'provider/model', messages };

function openaiEvents(): string[] {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'provider/model' };
  const event = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  return [...words.map((content) => event({ content }, null)), event({}, 'stop'), 'data: [DONE]\n\n'];
}

function anthropicEvents(): string[] {
  const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'provider/model', content: [], stop_reason: null, usage };
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...words.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }),
    event('message_stop', {}),
  ];
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function cut(bytes: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => bytes.slice(index * length, (index + 1) * length));
}

/** Responds with chunks that arrive one by one, as from a socket. */
const respond: typeof fetch = () => {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
};

interface Chunk {
  readonly choices?: readonly { readonly delta: { readonly content?: string } }[];
  readonly delta?: { readonly text?: string };
}
const textOf = (data: string): string => {
  if (data === '[DONE]') return '';
  const { choices, delta } = JSON.parse(data) as Chunk;
  return choices?.[0]?.delta.content ?? delta?.text ?? '';
};

async function* decoded(): AsyncGenerator<string> {
  const reader = (await respond('http://localhost:1/')).body?.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true as const, value: undefined };
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

/** The smallest reader for these events. The reader only supports line feeds and one `data:` line per event. */
const byHand = async (): Promise<string> => {
  const reader = (await respond('http://localhost:1/')).body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true as const, value: undefined };
    if (done) return text;
    rest += decoder.decode(value, { stream: true });
    let start = 0;
    for (let end: number; (end = rest.indexOf('\n\n', start)) >= 0; start = end + 2) {
      const event = rest.slice(start, end);
      text += textOf(event.slice(event.indexOf('data: ') + 6));
    }
    rest = rest.slice(start);
  }
};

const ways: Readonly<Record<string, () => Promise<() => Promise<string>>>> = {
  'by hand': async () => byHand,
  'by hand, events of anthropic': async () => byHand,
  async 'this SDK'() {
    const { createGatewayClient } = await import('@platform-sdk/gateway');
    const gateway = createGatewayClient({ baseUrl: 'http://localhost:1/v1', apiKey: 'key', fetch: respond });
    return async () => {
      let text = '';
      for await (const { choices } of gateway.chatStream(request)) text += choices[0]?.delta.content ?? '';
      return text;
    };
  },
  async 'eventsource-parser'() {
    const { createParser } = await import('eventsource-parser');
    return async () => {
      let text = '';
      const parser = createParser({ onEvent: ({ data }) => (text += textOf(data)) });
      for await (const piece of decoded()) parser.feed(piece);
      return text;
    };
  },
  async openai() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: 'http://localhost:1', apiKey: 'key', fetch: respond });
    return async () => {
      let text = '';
      const stream = await client.chat.completions.create({ ...request, stream: true });
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
      return text;
    };
  },
  async anthropic() {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({ baseURL: 'http://localhost:1', apiKey: 'key', fetch: respond });
    return async () => {
      let text = '';
      const stream = await client.messages.create({ ...request, max_tokens: 100_000, stream: true });
      for await (const event of stream)
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
      return text;
    };
  },
  async 'AI SDK'() {
    const { streamText } = await import('ai');
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({ name: 'bench', baseURL: 'http://localhost:1', apiKey: 'key', fetch: respond });
    return async () => {
      let text = '';
      const { textStream } = streamText({ model: provider('provider/model'), messages });
      for await (const piece of textStream) text += piece;
      return text;
    };
  },
};

const read = await pick(ways, way)();
report(
  await measure(async () => {
    if ((await read()) !== expected) throw new Error(`${way} lost a part of the text.`);
  }, counts),
);
