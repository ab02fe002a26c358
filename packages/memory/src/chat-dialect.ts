import { createGrowingText, membersIn, reported, type Dialect, type Reading } from '@platform-sdk/core/contract';
import type { ChatEvent, ChunkEvent, StreamedResult } from './types.ts';

type Members = Record<string, unknown>;

/** A message with such a status was not answered. */
const FAILED = /^(?:fail|err|cancel|abort)/i;

/** Whether a `done` event, or a document in place of the stream, reports a failure. */
export const isFailedChat = ({ status, error }: Members): boolean => Boolean(error) || (typeof status === 'string' && FAILED.test(status));

/** Reads `message`, `done` and `error` events. The reported failures do not repeat the caller's gateway key. */
export const chatDialect = (secret?: string | null): Dialect<ChatEvent, StreamedResult> => ({
  begin: (ours) => createChatReading(ours, (data) => reported(secret ? data.replaceAll(secret, '[redacted]') : data)),
  textOf: (event) => (event.type === 'message' ? event.chunk : undefined),
});

const createChatReading = (ours: (document: unknown) => unknown, failure: (data: string) => Error): Reading<ChatEvent, StreamedResult> => {
  let content = createGrowingText();
  let others: Partial<StreamedResult> = {};
  let isKept = true;
  let isOver = false;

  const add = (event: ChunkEvent): ChunkEvent => {
    const { id, chunk } = event;
    if (isKept && id) others.message_id = id;
    if (isKept && typeof chunk === 'string') content.add(chunk);
    return event;
  };

  /** Everything that the end says beside its own name and status belongs to the result. */
  const end = ({ type: _, status: __, error: ___, content: ____, ...rest }: Members): void => {
    const given = Object.entries(rest).filter(([name, value]) => value !== null && value !== '' && name !== '__proto__');
    if (isKept) Object.assign(others, Object.fromEntries(given));
    isOver = true;
  };

  return {
    message(data, type = 'message') {
      if (type === 'error') throw failure(data);
      if (type === 'message') return add({ chunk: '', ...membersIn(data, ours), type });
      if (type !== 'done') return undefined;
      const members = membersIn(data, ours);
      if (isFailedChat(members)) throw failure(data);
      end(members);
      return { ...members, type };
    },
    whole(document) {
      const { content: chunk, message_id: id, ...rest } = Object(ours(document)) as Members;
      if (isFailedChat(rest)) throw failure(JSON.stringify(document));
      if (typeof chunk !== 'string') return undefined;
      end(rest);
      return add({ type: 'message', chunk, ...(typeof id === 'string' && { id }) });
    },
    state: () => (isOver ? 'over' : 'open'),
    result: () => ({ content: content.value(), ...others }),
    size: () => content.length(),
    forget() {
      isKept = false;
      content = createGrowingText();
      others = {};
    },
  };
};
