import { longCount } from '@platform-sdk/test-helpers';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import type { EventStream } from '@platform-sdk/core/streams';
import { createGatewayClient, getMessageText, type GatewayChatResult } from '@platform-sdk/gateway';
import { createMemoryClient, type MemoryChatEvent, type MemoryChatResult } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import type { Reaction } from './fault-server.ts';

export const gatewayKey = 'planted-gateway-key-4c1e';
export const memoryToken = 'planted-memory-token-7d20';

/** Creates the clients of the services that chat, for one origin. */
export const clientsAt = (origin: string, options: PlatformOptions = {}) => {
  const platform = createPlatform({
    baseUrls: { gateway: `${origin}/v1`, memory: origin, search: origin },
    tokens: { gateway: gatewayKey, memory: memoryToken },
    ...options,
  });
  return { gateway: createGatewayClient(platform), memory: createMemoryClient(platform), search: createSearchClient(platform) };
};

export type Clients = ReturnType<typeof clientsAt>;
type StreamOptions = Parameters<Clients['gateway']['chatStream']>[1];

const messages = [{ role: 'user', content: 'Hello' }];
export const inputs = {
  gateway: { model: 'acme/large', messages },
  memory: { session_id: 's-1', message: 'Hello', config: { gateway_api_key: gatewayKey } },
  agent: { session_id: 's-1', message: 'Hello', user_id: 'u-1', envelope: { sender_agent_key: 'planner' } },
  search: { messages },
};

/** A chat stream with a fixed response. */
export interface Chat {
  readonly name: string;
  readonly operation: string;
  /** The events of the response, as they are sent. */
  readonly frames: readonly string[];
  /** The text of each event. */
  readonly texts: readonly string[];
  /** The number of frames after which the response is complete. */
  readonly completeAt: number;
  /** The complete result. */
  readonly result: object;
  readonly stream: (clients: Clients, options?: StreamOptions) => EventStream<object, object>;
  readonly textOf: (event: unknown) => string;
  /** Returns the text of a complete or partial result. */
  readonly contentOf: (result: unknown) => string;
}

/** Returns an event of a completion. */
export const delta = (content: string, finish_reason?: string): string =>
  `data: ${JSON.stringify({ id: 'c-1', created: 1, model: 'acme/large', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

export const DONE = 'data: [DONE]\n\n';

/** Returns the complete result of a completion. */
export const completionOf = (content: string, finish_reason: string | null = null) => ({
  id: 'c-1',
  object: 'chat.completion',
  created: 1,
  model: 'acme/large',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
});

const completions = {
  textOf: (event: unknown) => (event as { choices: { delta?: { content?: string } }[] }).choices[0]?.delta?.content ?? '',
  contentOf: (result: unknown) => getMessageText((result as GatewayChatResult).choices[0]?.message ?? {}),
};

export const gatewayChat: Chat = {
  name: 'a gateway that sends a finish reason',
  operation: 'gateway.chatStream',
  frames: [delta('Grüße'), `: ping\n\n${delta(', 🦉')}`, delta('!', 'stop'), DONE],
  texts: ['Grüße', ', 🦉', '!', ''],
  completeAt: 3,
  result: completionOf('Grüße, 🦉!', 'stop'),
  stream: ({ gateway }, options) => gateway.chatStream(inputs.gateway, options),
  ...completions,
};

export const memoryChat: Chat = {
  name: 'a memory',
  operation: 'memory.chatStream',
  frames: [
    'event: message\ndata: {"chunk":"Ünder","id":"1"}\n\n',
    'event: message\nid: 2\ndata: {"chunk":\ndata: "stood","id":"2"}\n\n',
    'event: done\ndata: {"status":"completed","usage":{"tokens_in":3,"tokens_out":2},"cost_usd":0.01,"model":"m"}\n\n',
  ],
  texts: ['Ünder', 'stood', ''],
  completeAt: 3,
  result: { content: 'Ünderstood', message_id: '2', usage: { tokens_in: 3, tokens_out: 2 }, cost_usd: 0.01, model: 'm' },
  stream: ({ memory }, options) => memory.chatStream(inputs.memory, options),
  textOf: (event) => (event as MemoryChatEvent & { chunk?: string }).chunk ?? '',
  contentOf: (result) => (result as MemoryChatResult).content,
};

const searchChat: Chat = {
  ...gatewayChat,
  name: 'a search that sends no finish reason, with CRLF',
  operation: 'search.chatStream',
  frames: [delta('one'), delta(' two'), DONE].map((frame) => frame.replaceAll('\n', '\r\n')),
  texts: ['one', ' two', ''],
  result: completionOf('one two'),
  stream: ({ search }, options) => search.chatStream(inputs.search, options),
};

/** A chat stream of each service. */
export const chats: readonly Chat[] = [gatewayChat, memoryChat, searchChat];

/** The head of a response whose body ends with its connection. */
export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
/** The head of a response whose body is sent in chunks. */
export const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Returns the text of a response that is cut off after this many bytes, and whether the response is complete. */
export const untilCut = ({ frames, texts, completeAt }: Chat, at: number, isClean: boolean) => {
  let length = 0;
  const cut = frames.findIndex((frame) => {
    length += Buffer.byteLength(frame);
    // If the connection ends normally, the last event counts even without its blank line. A carriage return alone also ends a line.
    const spare = isClean ? frame.length - frame.trimEnd().length : frame.endsWith('\r\n') ? 1 : 0;
    return length - spare > at;
  });
  const count = cut < 0 ? frames.length : cut;
  return { text: texts.slice(0, count).join(''), isComplete: count >= completeAt };
};

/** Calls `read` for every cut position, 20 at a time. A short run uses every third position, and the last 60. Returns the number of positions. */
export const atEveryCut = async (length: number, read: (at: number) => Promise<void>): Promise<number> => {
  const step = longCount(3, 1);
  const cuts = Array.from({ length: length + 1 }, (_, at) => at).filter((at) => at % step === 0 || at > length - 60);
  for (let from = 0; from < cuts.length; from += 20) await Promise.all(cuts.slice(from, from + 20).map(read));
  return cuts.length;
};

/** Cuts the body at the position in the request's header `X-Cut`. */
export const cutting =
  ({ frames }: Chat, cut: (body: Buffer, at: number) => Buffer): Reaction =>
  (socket, { headers }) =>
    void socket.end(cut(Buffer.from(frames.join('')), Number(headers['x-cut'])));

/** Returns the options that cut the response at this position. */
export const cutAt = (at: number) => ({ headers: { 'X-Cut': String(at) } });
