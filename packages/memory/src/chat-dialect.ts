import type { PlatformError } from '@platform-sdk/core';
import {
  createGrowingText,
  isKeepAlive,
  isPresent,
  membersIn,
  reported,
  type Dialect,
  type StreamReading,
} from '@platform-sdk/core/streams';
import type { MemoryChatEvent, MemoryChatChunkEvent, MemoryChatDoneEvent, MemoryChatStreamResult } from './types.ts';

type Members = Record<string, unknown>;

/** Matches the status of a complete reply. A `done` event with any other status, except an empty string, ends an incomplete reply. */
const COMPLETED = /^(?:completed?|success|succeeded|ok|done|finished)$/i;
/** Matches the status of a failed chat in a JSON document. With any other status and without an `error`, the reply is complete. */
const FAILED = /(?:^|_|\W)(?:fail|err|cancel|abort|time|interrupt|incomplete|partial|exceed|reject|refuse|denied)/i;

export const isFailedChat = ({ status, error }: Members): boolean =>
  isPresent(error) || (typeof status === 'string' && FAILED.test(status));

const isIncomplete = ({ status, error }: Members): boolean =>
  isPresent(error) || (typeof status === 'string' && status !== '' && !COMPLETED.test(status));

/** Returns true if a document contains a reply, which may be billed. */
export const hasReply = ({ content }: Members): boolean => isPresent(content);

/** Creates the dialect of `message`, `done` and `error` events. Its errors never contain the caller's gateway key. */
export const chatDialect = (secret?: string | null): Dialect<MemoryChatEvent, MemoryChatStreamResult> => ({
  begin: (toLocalNames) =>
    createChatReading(toLocalNames, (data, hasContent) => reported(secret ? data.replaceAll(secret, '[redacted]') : data, hasContent)),
  textOf: ({ chunk }) => chunk,
});

const createChatReading = (
  toLocalNames: (document: unknown) => unknown,
  failure: (data: string, hasContent: boolean) => PlatformError,
): StreamReading<MemoryChatEvent, MemoryChatStreamResult> => {
  let content = createGrowingText();
  let others: Partial<MemoryChatStreamResult> = {};
  let isKept = true;
  let isBegun = false;
  let isOver = false;

  const fail = (data: string): never => {
    throw failure(data, isBegun);
  };

  const add = (event: MemoryChatChunkEvent): MemoryChatChunkEvent => {
    const { id, chunk } = event;
    if (isKept && id) others.message_id = id;
    if (typeof chunk !== 'string' || chunk === '') return event;
    isBegun = true;
    if (isKept) content.add(chunk);
    return event;
  };

  /** Copies the members of the last event to the result, except its type, status, error, text and empty members. */
  const end = ({ type: _, status: __, error: ___, content: ____, chunk: _____, ...rest }: Members): void => {
    const given = Object.entries(rest).filter(([name, value]) => value !== null && value !== '' && name !== '__proto__');
    if (isKept) Object.assign(others, Object.fromEntries(given));
  };

  /** Handles a `done` event. If no chunk came before the event, its `content` is the whole reply. */
  const finish = (members: Members, data: string): MemoryChatDoneEvent => {
    const { chunk = isBegun ? undefined : members['content'] } = members;
    if (typeof chunk === 'string') add({ type: 'message', chunk });
    end(members);
    if (isIncomplete(members)) fail(data);
    isOver = true;
    return { ...members, ...(typeof chunk === 'string' && { chunk }), type: 'done' };
  };

  return {
    message(data, named) {
      if (isKeepAlive(data, named)) return undefined;
      if (named === 'error') return fail(data);
      if (named !== undefined && named !== 'message' && named !== 'done') return undefined;
      const members = named === 'done' && data.trim() === '[DONE]' ? {} : membersIn(data, toLocalNames);
      const type = named ?? members['type'];
      if (type === 'done') return finish(members, data);
      const event = add({ chunk: '', ...members, type: 'message' });
      if (type === 'error' || isPresent(members['error'])) fail(data);
      return event;
    },
    whole(document) {
      const { content: chunk, message_id: id, ...rest } = Object(toLocalNames(document)) as Members;
      if (typeof chunk === 'string') add({ type: 'message', chunk, ...(typeof id === 'string' && { id }) });
      if (typeof chunk === 'string' || isFailedChat(rest)) end(rest);
      if (isFailedChat(rest)) fail(JSON.stringify(document));
      if (typeof chunk !== 'string') return undefined;
      isOver = true;
      return { type: 'message', chunk, ...(typeof id === 'string' && { id }) };
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
