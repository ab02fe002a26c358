import { createPlatform, PlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, streamOperation, type StreamOperation } from '@platform-sdk/core/contract';
import { eventStream, type Dialect, type EventStream } from '@platform-sdk/core/streams';

/** An event stream whose events are strings. Its result is all strings joined. */
export type Texts = EventStream<string, string>;

interface Delta {
  readonly choices: readonly { readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[];
}

/** The dialect with unnamed messages. It ends with `[DONE]`, or with a message that has a finish reason. */
const deltas: Dialect<string, string> = {
  begin() {
    let text = '';
    let state: 'open' | 'complete' | 'over' = 'open';
    const add = ({ choices }: Delta): string => {
      const content = choices[0]?.delta.content ?? '';
      if (choices[0]?.finish_reason) state = 'complete';
      text += content;
      return content;
    };
    return {
      message(data) {
        if (data !== '[DONE]') return add(JSON.parse(data) as Delta);
        state = 'over';
        return undefined;
      },
      whole: (document) => ('choices' in (document as object) ? add(document as Delta) : undefined),
      state: () => state,
      result: () => text,
    };
  },
  textOf: (text) => text,
};

/** The dialect with named messages, which ends with `done`. */
const named: Dialect<string, string> = {
  begin() {
    let text = '';
    let isDone = false;
    return {
      message(data, type) {
        const document = JSON.parse(data) as { chunk?: string; error?: { code: string; message: string } };
        if (type === 'error') throw new PlatformError('http', document.error?.message ?? '', { code: document.error?.code });
        if (type === 'done') isDone = true;
        if (type !== 'message') return undefined;
        text += document.chunk ?? '';
        return document.chunk;
      },
      whole: () => undefined,
      state: () => (isDone ? 'over' : 'open'),
      result: () => text,
    };
  },
  textOf: (text) => text,
};

const chatOf = (dialect: Dialect<string, string>): StreamOperation<{}, Texts> =>
  streamOperation(
    operation({
      method: 'POST',
      path: '/chat',
      credentials: 'none',
      input: object<{}>({}),
      output: unknown,
      retry: 'non-idempotent',
      accept: 'text/event-stream',
    }),
    (open, _, options, name) => eventStream(name, open, dialect, options),
  );

const contract = { deltas: chatOf(deltas), named: chatOf(named) };

/** Creates a client for one origin that has a stream of each dialect. */
export const chatsAt = (origin: string, options: PlatformOptions = {}) =>
  createClient(
    { name: 'chats', base: 'organizations' },
    contract,
    createPlatform({ baseUrls: { organizations: `${origin}/v1` }, ...options }),
  );

export type Way = keyof typeof contract;

/** Returns one message of a gateway stream. */
export const delta = (content: string, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

export const DONE = 'data: [DONE]\n\n';

/** A recorded response: its messages, the text of each message, and the number of messages after which it is complete. */
export interface Recording {
  readonly name: string;
  readonly way: Way;
  readonly frames: readonly string[];
  readonly texts: readonly string[];
  readonly completeAt: number;
}

export const recordings: readonly Recording[] = [
  {
    name: 'a gateway that gives a finish reason',
    way: 'deltas',
    frames: [delta('Grüße'), `: ping\n\n${delta(', 🦉')}`, delta('!', 'stop'), DONE],
    texts: ['Grüße', ', 🦉', '!', ''],
    completeAt: 3,
  },
  {
    name: 'a gateway that gives no finish reason, with CRLF',
    way: 'deltas',
    frames: [delta('one'), delta(' two'), DONE].map((frame) => frame.replaceAll('\n', '\r\n')),
    texts: ['one', ' two', ''],
    completeAt: 3,
  },
  {
    name: 'a memory',
    way: 'named',
    frames: [
      'event: message\ndata: {"chunk":"Ünder","id":"1"}\n\n',
      'event: message\nid: 2\ndata: {"chunk":\ndata: "stood","id":"2"}\n\n',
      'event: done\ndata: {"status":"completed","usage":{"tokens_in":3,"tokens_out":2},"cost_usd":0.01,"model":"m"}\n\n',
    ],
    texts: ['Ünder', 'stood', ''],
    completeAt: 3,
  },
];

/** The head of a response whose body ends with its connection. */
export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
/** The head of a response whose body is sent in chunks. */
export const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Reads a stream in a loop. Returns its items, and the error that ended the loop. */
export const drain = async (stream: AsyncIterable<string>): Promise<{ texts: string[]; error?: unknown }> => {
  const texts: string[] = [];
  try {
    for await (const text of stream) texts.push(text);
  } catch (error) {
    return { texts, error };
  }
  return { texts };
};
