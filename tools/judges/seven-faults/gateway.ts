/** A gateway that executes every chat. Its response to the first chat is faulty. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const REPLY = 'A difference engine tabulates polynomials.';

/** A fault of the first response. */
export interface Fault {
  readonly title: string;
  readonly isStream?: boolean;
  readonly respond: (response: ServerResponse) => void;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const COMPLETION = JSON.stringify({
  id: 'chat-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'auto',
  choices: [{ index: 0, message: { role: 'assistant', content: REPLY }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 4, completion_tokens: 6, total_tokens: 10 },
});

const chunk = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'auto',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`;

const whole = (response: ServerResponse, isStream: boolean): void => {
  if (!isStream) response.writeHead(200, JSON_TYPE).end(COMPLETION);
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${chunk(REPLY)}${chunk('', 'stop')}data: [DONE]\n\n`);
};

export const FAULTS: readonly Fault[] = [
  { title: 'the connection breaks before the response', respond: ({ socket }) => void socket?.destroy() },
  {
    title: 'a proxy sends 502 instead of the response',
    respond: (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
  },
  { title: 'no response within the timeout of 1 s', respond: () => undefined },
  {
    title: 'a page of HTML with status 200',
    respond: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to this network</html>'),
  },
  {
    title: 'a failure with status 200',
    respond: (response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify({ error: { message: 'Model overloaded' } })),
  },
  {
    title: 'the body breaks in the middle',
    respond: (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': COMPLETION.length });
      response.write(COMPLETION.slice(0, 60), () => void response.socket?.destroy());
    },
  },
  {
    title: 'a stream ends before its last event',
    isStream: true,
    respond: (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk(REPLY.slice(0, 19))),
  },
];

/** A gateway on a free port. */
export interface FaultyGateway {
  readonly baseUrl: string;
  /** The number of chats that it has executed. */
  executed(): number;
  close(): Promise<void>;
}

export const openGateway = async ({ respond, isStream = false }: Fault): Promise<FaultyGateway> => {
  let executed = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      executed += 1;
      if (executed === 1) respond(response);
      else whole(response, isStream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    executed: () => executed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
