import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from '@platform-sdk/gateway';

/** One request of the client. */
interface Sent {
  /** Method and address. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly body: string;
}

/** A client and its requests. */
export interface Wire {
  readonly gateway: GatewayClient;
  readonly sent: Sent[];
}

type Answer = Response | Error | ((sent: Sent, signal: AbortSignal) => Response | Promise<Response>);

/** A client whose requests get these responses in turn, then the last one again. */
export const wire = (answers: readonly Answer[], options: GatewayClientOptions = {}): Wire => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    const one = {
      line: `${method} ${url}`,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'content-length')),
      body: await request.text(),
    };
    sent.push(one);
    if (answer instanceof Response) return answer.clone();
    if (typeof answer === 'function') return answer(one, request.signal);
    throw answer ?? new Error('No response was prepared');
  };
  const gateway = createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', validation: 'throw', fetch, ...options });
  return { gateway, sent };
};

/** A JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** A response after the given time. */
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

/** The JSON of one streamed event. */
export const event = (choice: object, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'acme/large',
  choices: [{ index: 0, ...choice }],
  ...more,
});

/** The events of a stream whose whole is `completion`. */
export const lines: readonly (object | string)[] = [
  event({ delta: { role: 'assistant', content: '' } }),
  event({ delta: { content: 'Hello' } }),
  event({ delta: { content: ' there' } }),
  event({ delta: {}, finish_reason: 'stop' }),
  { ...event({}), choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
  '[DONE]',
];

/** An event stream of these messages: a text as it is, anything else as JSON. */
export const stream = (messages: readonly (object | string)[] = lines, headers: Record<string, string> = {}): Response =>
  new Response(messages.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream', ...headers },
  });

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

export const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };
