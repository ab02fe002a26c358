import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { eventStream, type Dialect, type EventStream } from '@platform-sdk/core/streams';
import { openedOf, scriptedBody } from './opened.ts';

/** A message as the dialect of these tests yields it: the type and the data. */
export type Message = readonly [type: string, data: string];

/**
 * A dialect that yields messages unchanged. The messages `complete` and `over` set these states. A `failed` message reports a failure. A
 * `garbled` message cannot be read, and a `silent` message yields no event.
 */
export const messages: Dialect<Message, readonly string[]> = {
  begin() {
    const received: string[] = [];
    let state: 'open' | 'complete' | 'over' = 'open';
    return {
      message(data, type = 'message') {
        if (data === 'over' || data === 'complete') state = data;
        if (data === 'failed') throw new PlatformError('http', 'The model failed', { code: 'LLM_SERVICE_ERROR', outcome: 'unknown' });
        if (data === 'garbled') throw new SyntaxError(`Unexpected token in "${data}"`);
        if (data === 'over' || data === 'silent') return undefined;
        received.push(data);
        return [type, data];
      },
      whole(document) {
        if (typeof document !== 'string') return undefined;
        received.push(document);
        return ['whole', document];
      },
      state: () => state,
      result: () => [...received],
    };
  },
  textOf: ([type, data]) => (type === 'note' ? undefined : data),
};

/** The dialect of `messages`, for responses that can end anywhere. */
export const endless: typeof messages = {
  ...messages,
  begin: (toLocalNames) => ({ ...messages.begin(toLocalNames), state: () => 'complete' as const }),
};

/** A stream whose response the test controls. */
export interface ScriptedAnswer extends Omit<ReturnType<typeof scriptedBody>, 'body'> {
  readonly stream: EventStream<Message, readonly string[]>;
}

export interface Script {
  readonly type?: string;
  readonly options?: StreamOptions;
  readonly dialect?: typeof messages;
  /** Delays the response. If the promise rejects, the request fails. */
  readonly before?: Promise<unknown>;
}

export const scripted = ({ type = 'text/event-stream', options = {}, dialect = messages, before }: Script = {}): ScriptedAnswer => {
  const { body, ...controls } = scriptedBody();
  const { counts } = controls;
  const open = async () => {
    counts.opened++;
    await before;
    return openedOf(body, type, { signal: options.signal, close: () => void counts.closed++ });
  };
  return { ...controls, stream: eventStream('notes.watch', open, dialect, options) };
};

/** Returns messages as a server writes them. */
export const frame = (...data: readonly string[]): string => data.map((each) => `data: ${each}\n\n`).join('');

/** Returns the events of a loop, and the error that ends it. */
export const drain = async <Item>(items: AsyncIterable<Item>): Promise<{ items: Item[]; error?: unknown }> => {
  const taken: Item[] = [];
  try {
    for await (const item of items) taken.push(item);
  } catch (error) {
    return { items: taken, error };
  }
  return { items: taken };
};
