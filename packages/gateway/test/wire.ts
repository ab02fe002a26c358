import {
  createGatewayClient,
  type GatewayChatResult,
  type GatewayChatStreamInput,
  type GatewayClient,
  type GatewayClientOptions,
} from '@platform-sdk/gateway';
import { type LineAnswer, recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { failureOf, json } from '@platform-sdk/test-helpers';

/** A client and its requests. */
export interface Wire {
  readonly gateway: GatewayClient;
  readonly sent: SentLine[];
}

/** Creates a client whose requests get these responses in turn. Further requests get the last response. */
export const wire = (answers: readonly LineAnswer[], options: GatewayClientOptions = {}): Wire => {
  const { fetch, sent } = recordingLines(answers);
  const gateway = createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', validation: 'throw', fetch, ...options });
  return { gateway, sent };
};

/** Returns a responder that sends the response after the given time. */
export const after = (ms: number, answer: Response) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return answer.clone();
};

/** The JSON of a completion. */
export const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'acme/large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

/** Returns the JSON of one streamed event. */
export const event = (choice: object, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'acme/large',
  choices: [{ index: 0, ...choice }],
  ...more,
});

/** The events of a stream that adds up to `completion`. */
export const lines: readonly (object | string)[] = [
  event({ delta: { role: 'assistant', content: '' } }),
  event({ delta: { content: 'Hello' } }),
  event({ delta: { content: ' there' } }),
  event({ delta: {}, finish_reason: 'stop' }),
  { ...event({}), choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
  '[DONE]',
];

/** Returns an event stream of these messages. Strings are sent unchanged, and other values as JSON. */
export const stream = (messages: readonly (object | string)[] = lines, headers: Record<string, string> = {}): Response =>
  new Response(messages.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream', ...headers },
  });

export const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };

/** Returns the result of a streamed chat that gets this response. */
export const finalOf = (answer: LineAnswer, input: GatewayChatStreamInput = hello): Promise<GatewayChatResult> =>
  wire([answer]).gateway.chatStream(input).final();
