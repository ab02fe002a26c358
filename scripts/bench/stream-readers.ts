/** Readers of the same chat: each returns its whole text. */
import { jsonSchema, parseJsonEventStream } from '@ai-sdk/provider-utils';
import { eventStream, type Dialect } from '@platform-sdk/core/contract';
import { createParser } from 'eventsource-parser';
import { Stream } from 'openai/streaming';

/** Reads an answer to its end. */
export type Reader = (response: Response) => Promise<string>;

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content: string } }[];
}

const contentOf = ({ choices }: Chunk): string => choices[0]?.delta.content ?? '';

/** The least that reads a stream: right only for line feeds and events of one line. */
const byHand: Reader = async (response) => {
  const reader = bodyOf(response).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    rest += decoder.decode(value, { stream: true });
    let start = 0;
    for (let end: number; (end = rest.indexOf('\n\n', start)) >= 0; start = end + 2) {
      const data = rest.slice(start + 'data: '.length, end);
      if (data === '[DONE]') return text;
      text += contentOf(JSON.parse(data) as Chunk);
    }
    rest = rest.slice(start);
  }
};

const parserAlone: Reader = async (response) => {
  const reader = bodyOf(response).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const parser = createParser({
    onEvent({ data }) {
      if (data !== '[DONE]') text += contentOf(JSON.parse(data) as Chunk);
    },
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    parser.feed(decoder.decode(value, { stream: true }));
  }
};

const openai: Reader = async (response) => {
  let text = '';
  for await (const chunk of Stream.fromSSEResponse<Chunk>(response, new AbortController())) text += contentOf(chunk);
  return text;
};

const aiSdk: Reader = async (response) => {
  let text = '';
  const stream = parseJsonEventStream({ stream: bodyOf(response), schema: jsonSchema<Chunk>({}) });
  for await (const result of stream) {
    if (!result.success) throw result.error;
    text += contentOf(result.value);
  }
  return text;
};

const dialect: Dialect<Chunk, string> = {
  begin() {
    let content = '';
    let isOver = false;
    return {
      message(data) {
        if (data === '[DONE]') {
          isOver = true;
          return undefined;
        }
        const chunk = JSON.parse(data) as Chunk;
        content += contentOf(chunk);
        return chunk;
      },
      whole: () => undefined,
      state: () => (isOver ? 'over' : 'open'),
      result: () => content,
    };
  },
  textOf: contentOf,
};

const ours: Reader = async (response) => {
  let text = '';
  const same = <Value>(value: Value): Value => value;
  const open = () =>
    Promise.resolve({
      response,
      signal: undefined,
      close: () => undefined,
      toCallerError: same,
      toLocalNames: same,
      check: () => undefined,
    });
  for await (const chunk of eventStream('bench.chat', open, dialect, {})) text += contentOf(chunk);
  return text;
};

/** By name; the first is what the others are compared with. */
export const readers: Readonly<Record<string, Reader>> = {
  'by hand': byHand,
  'eventsource-parser alone': parserAlone,
  "openai's stream": openai,
  "the AI SDK's parser": aiSdk,
  ours,
};

function bodyOf({ body }: Response): ReadableStream<Uint8Array> {
  if (!body) throw new Error('There is no body');
  return body;
}
