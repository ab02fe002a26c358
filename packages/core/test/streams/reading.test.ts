import { getEventListeners } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { drain, endless, frame, scripted, type ScriptedAnswer } from './scripted-answer.ts';

const isReleased = ({ counts }: ScriptedAnswer, signal?: AbortSignal): void => {
  expect(counts.closed).toBeGreaterThan(0);
  expect(counts.cancelled).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  if (signal) expect(getEventListeners(signal, 'abort')).toEqual([]);
};

// The tests count the timers that are left. The clock never advances.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

it('sends no request before the stream is read', () => {
  const answer = scripted();
  answer.stream.text();
  expect(answer.counts.opened).toBe(0);
});

it('yields events before later events arrive', async () => {
  const answer = scripted();
  answer.send(frame('one', 'two'));
  const taken: string[] = [];
  for await (const [, data] of answer.stream) {
    taken.push(data);
    if (data === 'two') answer.send(frame('three'), frame('over'));
  }
  expect(taken).toEqual(['one', 'two', 'three']);
  isReleased(answer);
});

it('yields the remaining events to a loop over its iterator', async () => {
  const answer = scripted();
  answer.send(frame('one', 'two', 'three', 'over'));
  const events = answer.stream[Symbol.asyncIterator]();
  await expect(events.next()).resolves.toMatchObject({ value: ['message', 'one'] });
  const rest: string[] = [];
  for await (const [, data] of events) rest.push(data);
  expect(rest).toEqual(['two', 'three']);
  isReleased(answer);
});

it.each(['breaks', 'returns', 'throws'])('closes the connection when the loop %s', async (end) => {
  const { signal } = new AbortController();
  const answer = scripted({ options: { signal } });
  answer.send(frame('one', 'two'));
  const loop = async (): Promise<unknown> => {
    for await (const [, data] of answer.stream) {
      if (end === 'breaks') break;
      if (end === 'returns') return data;
      throw new Error(`after ${data}`);
    }
    return 'after the loop';
  };
  const outcome = await loop().catch(String);
  expect(outcome).toBe({ breaks: 'after the loop', returns: 'one', throws: 'Error: after one' }[end]);
  isReleased(answer, signal);
});

it('yields no further event after `return()` of the iterator', async () => {
  const answer = scripted();
  answer.send(frame('one', 'two'));
  const iterator = answer.stream[Symbol.asyncIterator]();
  await iterator.next();
  await expect(iterator.return?.()).resolves.toEqual({ done: true, value: undefined });
  await expect(iterator.next()).resolves.toEqual({ done: true, value: undefined });
  isReleased(answer);
});

it('settles waiting reads at `return()` of the iterator', async () => {
  const answer = scripted();
  const iterator = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('one'));
  await iterator.next();
  const waiting = [iterator.next(), iterator.next()];
  await iterator.return?.();
  await expect(Promise.all(waiting)).resolves.toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ]);
  isReleased(answer);
});

it('closes a connection that opens after `return()` of the iterator', async () => {
  let arrive: (() => void) | undefined;
  const { signal } = new AbortController();
  const answer = scripted({ options: { signal }, before: new Promise<void>((resolve) => (arrive = resolve)) });
  const iterator = answer.stream[Symbol.asyncIterator]();
  const waiting = iterator.next();
  await iterator.return?.();
  arrive?.();
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
  isReleased(answer, signal);
});

it('sends nothing if the iterator returns before the first read', async () => {
  const answer = scripted();
  const iterator = answer.stream[Symbol.asyncIterator]();
  await iterator.return?.();
  await expect(iterator.next()).resolves.toEqual({ done: true, value: undefined });
  expect(answer.counts.opened).toBe(0);
});

it('ignores a failure of the request after `return()` of the iterator', async () => {
  const answer = scripted({ before: Promise.reject(new Error('refused')) });
  const iterator = answer.stream[Symbol.asyncIterator]();
  const waiting = iterator.next();
  await iterator.return?.();
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
});

it('keeps the order of reads that were not awaited', async () => {
  const answer = scripted();
  const iterator = answer.stream[Symbol.asyncIterator]();
  const early = [iterator.next(), iterator.next(), iterator.next()];
  answer.send(frame('one', 'two'));
  await early[0];
  const late = [iterator.next(), iterator.next()];
  answer.send(frame('three'), frame('four', 'over'));
  const results = await Promise.all([...early, ...late]);
  expect(results.map(({ value }) => (value as string[] | undefined)?.[1])).toEqual(['one', 'two', 'three', 'four', undefined]);
  expect(answer.counts.opened).toBe(1);
});

it('rejects only the read that meets a failure, and ends the reads after it', async () => {
  const answer = scripted();
  const iterator = answer.stream[Symbol.asyncIterator]();
  const reads = Promise.allSettled([iterator.next(), iterator.next(), iterator.next()]);
  answer.send(frame('one', 'failed'));
  await expect(reads).resolves.toMatchObject([{ value: { done: false } }, { reason: { kind: 'http' } }, { value: { done: true } }]);
});

it('causes no unhandled rejection if the loop ends before a failure or an abort', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  for (const end of ['failed', 'garbled', 'over', 'complete']) {
    const controller = new AbortController();
    const answer = scripted({ options: { signal: controller.signal } });
    const iterator = answer.stream[Symbol.asyncIterator]();
    answer.send(frame('one', end));
    await iterator.next();
    answer.cut();
    controller.abort();
    await iterator.return?.();
  }
  await new Promise((resolve) => void setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const loops: Readonly<Record<string, (answer: ScriptedAnswer) => Promise<{ error?: unknown }>>> = {
  'as events': ({ stream }) => drain(stream),
  'as text': ({ stream }) => drain(stream.text()),
};
const ways: typeof loops = { ...loops, 'with final()': ({ stream }) => stream.final().then(() => ({})) };
const pairs = Object.keys(ways).flatMap((first) => Object.keys(loops).map((second) => [first, second] as const));

it.each(pairs)('rejects a second reading: first %s, then %s', async (first, second) => {
  const answer = scripted();
  answer.send(frame('one', 'over'));
  await expect(ways[first]?.(answer)).resolves.not.toHaveProperty('error');
  const again = await loops[second]?.(answer);
  expect(again?.error).toMatchObject({
    kind: 'invalid-input',
    message: 'notes.watch: a stream can be read once. Call the operation again',
    outcome: 'not-sent',
  });
  expect(answer.counts.opened).toBe(1);
});

it('yields only the text of the events from text()', async () => {
  const answer = scripted();
  answer.send(frame('one', '', 'silent'), 'event: note\ndata: aside\n\n', frame('two', 'over'));
  await expect(drain(answer.stream.text())).resolves.toEqual({ items: ['one', 'two'] });
  isReleased(answer);
});

it('yields the text before a failure from text(), and then throws', async () => {
  const answer = scripted();
  answer.send(frame('one', 'failed'));
  await expect(drain(answer.stream.text())).resolves.toMatchObject({ items: ['one'], error: { kind: 'http', received: ['one'] } });
});

it('closes the connection when the iterator of text() returns, even while a read waits', async () => {
  const answer = scripted();
  const iterator = answer.stream.text()[Symbol.asyncIterator]();
  answer.send('event: note\ndata: aside\n\n');
  const waiting = iterator.next();
  await iterator.return?.();
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
  isReleased(answer);
});

it('keeps the order of text() reads that were not awaited', async () => {
  const answer = scripted();
  const iterator = answer.stream.text()[Symbol.asyncIterator]();
  const reads = Promise.all([iterator.next(), iterator.next()]);
  answer.send('event: note\ndata: aside\n\n', frame('one'), frame('two'));
  await expect(reads).resolves.toMatchObject([{ value: 'one' }, { value: 'two' }]);
});

it('returns the complete result from final()', async () => {
  const answer = scripted();
  answer.send(frame('one'), frame('two', 'over'));
  await expect(answer.stream.final()).resolves.toEqual(['one', 'two']);
  isReleased(answer);
});

it('rejects final() with the received events if the stream is truncated', async () => {
  const answer = scripted();
  answer.send(frame('one'));
  answer.end();
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'truncated', received: ['one'] });
});

it('returns an empty result from final() for a stream without events', async () => {
  const answer = scripted({ dialect: endless });
  answer.end();
  await expect(answer.stream.final()).resolves.toEqual([]);
});
