import { membersIn, reported, type Dialect } from '@platform-sdk/core/contract';
import type { ChatEvent, ChunkEvent, DoneEvent, StreamedResult } from './types.ts';

type Members = Record<string, unknown>;

/** Reads `message`, `done` and `error` events. What the service reports as a failure does not repeat the caller's gateway key. */
export const chatDialect = (secret?: string | null): Dialect<ChatEvent, StreamedResult> => ({
  begin(ours) {
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
        if (type === 'error') throw reported(secret ? data.replaceAll(secret, '[redacted]') : data);
        if (type === 'message') return add({ chunk: '', ...membersIn(data, ours), type });
        if (type !== 'done') return undefined;
        const event: DoneEvent = { ...membersIn(data, ours), type };
        end(event);
        return event;
      },
      whole(document) {
        const { error, content: chunk, message_id: id, ...rest } = Object(ours(document)) as Members;
        if (error) throw reported(JSON.stringify(document));
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
