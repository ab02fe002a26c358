import { completionChunks } from './completion-chunks.ts';
import type { Dialect, ReadingState, StreamReading } from './dialect.ts';
import type { Members } from '../diagnostics/json.ts';
import { isKeepAlive, membersIn, reported } from './event-json.ts';
import { createGrowingText } from './text.ts';

type Chunks = ReturnType<typeof completionChunks>;

/** Members of an end event that are not part of its result: its name, status and error, and the text that earlier events contained. */
const OWN_NAMES: readonly string[] = ['type', 'status', 'error', 'content', 'chunk'];

/** Creates the dialect of a relay. Events without a name are chunks of a completion, and other events have their name as `type`. */
export const relayDialect = <Event, Result>(): Dialect<Event, Result> => ({
  begin: (toLocalNames) => createRelayReading(toLocalNames),
  textOf(event) {
    const { choices, chunk } = event as { readonly choices?: unknown; readonly chunk?: string };
    return choices === undefined ? chunk : completionChunks().textOf(event as Parameters<Chunks['textOf']>[0]);
  },
});

const createRelayReading = <Event, Result>(toLocalNames: (document: unknown) => unknown): StreamReading<Event, Result> => {
  const parts = (completionChunks() as unknown as Dialect<Event, Result>).begin(toLocalNames);
  const named = createNamedReading(toLocalNames);
  return {
    message(data, type) {
      if (type === 'error') throw reported(data, named.isBegun() || parts.state() !== 'open');
      if (type === undefined) return parts.message(data, type);
      return isKeepAlive(data, type) ? undefined : (named.take(data, type) as Event | undefined);
    },
    whole: (document) => parts.whole(document),
    end: () => parts.end?.(),
    state: () => (named.isBegun() ? named.state() : parts.state()),
    result: () => (named.isBegun() ? (named.result() as Result) : parts.result()),
    size: () => named.size() + (parts.size?.() ?? 0),
    forget() {
      named.forget();
      parts.forget?.();
    },
  };
};

/** Merges the events of a job, or of a chat of the memory service. */
const createNamedReading = (toLocalNames: (document: unknown) => unknown) => {
  let content = createGrowingText();
  let others: Members = {};
  let outcome: { readonly result: unknown } | undefined;
  let phase: 'unread' | 'begun' | 'over' = 'unread';
  let isKept = true;

  const addEnd = (members: Members): void => {
    const rest = Object.entries(members).filter(([name, value]) => !OWN_NAMES.includes(name) && value !== null && value !== '');
    if (isKept) others = { ...others, ...Object.fromEntries(rest) };
  };

  return {
    isBegun: () => phase !== 'unread',
    take(data: string, type: string): Members | undefined {
      phase = type === 'done' ? 'over' : 'begun';
      if (type === 'done' && data === '[DONE]') return undefined;
      const members = membersIn(data, toLocalNames);
      const { chunk, id, result } = members;
      if (type === 'done') addEnd(members);
      if (type === 'result') outcome = { result };
      if (isKept && typeof chunk === 'string') content.add(chunk);
      if (isKept && typeof id === 'string' && id !== '') others['message_id'] = id;
      return { ...members, type };
    },
    state: (): ReadingState => (phase === 'over' ? 'over' : outcome ? 'complete' : 'open'),
    result: () => (outcome ? outcome.result : { content: content.value(), ...others }),
    size: () => content.length(),
    forget() {
      isKept = false;
      content = createGrowingText();
      others = {};
    },
  };
};
