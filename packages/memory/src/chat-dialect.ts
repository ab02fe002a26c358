import { PlatformError } from '@platform-sdk/core';
import type { Dialect } from '@platform-sdk/core/contract';
import type { ChatEvent, ChunkEvent, DoneEvent, StreamedResult } from './types.ts';

type Members = Record<string, unknown>;

/** Reads `message`, `done` and `error` events. What the service reports as a failure does not repeat the caller's gateway key. */
export const chatDialect = (secret?: string | null): Dialect<ChatEvent, StreamedResult> => ({
  begin() {
    const result: StreamedResult = { content: '' };
    let state: 'open' | 'over' = 'open';

    const end = ({ usage, cost_usd, model }: Partial<DoneEvent>): void => {
      Object.assign(result, usage && { usage }, cost_usd !== undefined && { cost_usd }, model && { model });
      state = 'over';
    };
    const add = (event: ChunkEvent): ChunkEvent => {
      if (event.id) result.message_id = event.id;
      if (typeof event.chunk === 'string') result.content += event.chunk;
      return event;
    };

    return {
      message(data, type = 'message') {
        if (type === 'error') throw failure(secret ? data.replaceAll(secret, '[redacted]') : data);
        if (type === 'message') return add({ chunk: '', ...fieldsOf(data), type });
        if (type !== 'done') return undefined;
        const event: DoneEvent = { ...fieldsOf(data), type };
        end(event);
        return event;
      },
      whole(document) {
        const { error, content: chunk, message_id: id, ...rest } = Object(document) as Members;
        if (error) throw failure(JSON.stringify(document));
        if (typeof chunk !== 'string') return undefined;
        end(rest);
        return add({ type: 'message', chunk, ...(typeof id === 'string' && { id }) });
      },
      state: () => state,
      result: () => result,
    };
  },
  textOf: (event) => (event.type === 'message' ? event.chunk : undefined),
});

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
};

const fieldsOf = (data: string): Members => {
  const fields = parsed(data);
  if (typeof fields === 'object' && fields !== null) return fields as Members;
  throw new PlatformError('shape', 'An event of the stream differs from the documents: it is not a JSON object');
};

/** The documents do not show this event's data: it is read in every form that the service words errors in. */
const failure = (data: string): PlatformError => {
  const body = parsed(data);
  const { error, message, detail, code, trace_id } = Object(body) as Members;
  const inner = Object(error) as Members;
  const text = (...candidates: readonly unknown[]): string | undefined =>
    candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');
  return new PlatformError('http', text(inner['message'], message, detail, error, body) ?? 'The service failed within the stream', {
    code: text(inner['code'], code),
    traceId: text(inner['trace_id'], trace_id),
    body,
  });
};
