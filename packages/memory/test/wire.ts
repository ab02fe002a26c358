import type { LogEvent, PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient, type MemoryAgentOptions, type MemoryClient } from '@platform-sdk/memory';
import { json, recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { empty, eventStream as events, failureOf, json } from '@platform-sdk/test-helpers';

export interface Wire {
  readonly memory: MemoryClient;
  readonly sent: SentLine[];
  readonly events: LogEvent[];
}

export const token = 'mem_planted-token-91ab';
export const userId = '6f1c2a34-0000-4000-8000-00000000000a';
const NOON = Date.UTC(2026, 0, 15, 12);

/** Creates a client whose requests get these responses in turn, and then the last response again. */
export const wire = (answers: readonly (Response | Error)[], options: PlatformOptions = {}, agent: MemoryAgentOptions = {}): Wire => {
  const events: LogEvent[] = [];
  const { fetch, sent } = recordingLines(answers);
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

export const failed = (status: number, code: string, message: string): Response =>
  json({ error: { code, message, trace_id: '9d0b3b0e-0000-4000-8000-000000000001', details: {} } }, status);

/** The headers of every call with a token. */
export const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
export const bodyHeaders = { ...headers, 'content-type': 'application/json' };
