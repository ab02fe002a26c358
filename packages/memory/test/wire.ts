import type { LogEvent, PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient, type MemoryAgentOptions, type MemoryClient } from '@platform-sdk/memory';

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
  readonly memory: MemoryClient;
  readonly sent: Sent[];
  readonly events: LogEvent[];
}

export const token = 'mem_planted-token-91ab';
export const userId = '6f1c2a34-0000-4000-8000-00000000000a';
/** 2026-01-15T12:00:00.000Z */
const NOON = 1_768_478_400_000;

/** A client whose requests get these responses in turn, then the last one again. */
export const wire = (answers: readonly (Response | Error)[], options: PlatformOptions = {}, agent: MemoryAgentOptions = {}): Wire => {
  const sent: Sent[] = [];
  const events: LogEvent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      line: `${method} ${url}`,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'content-length')),
      body: await request.text(),
    });
    if (answer instanceof Response) return answer.clone();
    throw answer ?? new Error('No response was prepared');
  };
  const memory = createMemoryClient(
    {
      baseUrl: 'https://memory.test',
      token,
      validation: 'throw',
      fetch,
      clock: { now: () => NOON, monotonic: () => 0 },
      logger: (event) => events.push(event),
      ...options,
    },
    agent,
  );
  return { sent, events, memory };
};

/** A JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** A failure in the service's words. */
export const failed = (status: number, code: string, message: string): Response =>
  json({ error: { code, message, trace_id: '9d0b3b0e-0000-4000-8000-000000000001', details: {} } }, status);

export const empty = (): Response => new Response(null, { status: 204 });

/** An event stream, in these pieces. */
export const events = (...pieces: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  );

/** The headers of every call with a token. */
export const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
/** The same, with a body. */
export const bodyHeaders = { ...headers, 'content-type': 'application/json' };

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};
