import { getEventListeners } from 'node:events';
import type { StreamOptions } from '@platform-sdk/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { drain, frame, scripted, type ScriptedAnswer } from './scripted-answer.ts';

/** Reads a stream in the background, and records its events and its error. */
const watched = (options: StreamOptions, type?: string) => {
  const answer = scripted({ options, ...(type && { type }) });
  const state: { error?: unknown; items?: readonly string[] } = {};
  void drain(answer.stream).then(({ items, error }) => {
    state.items = items.map(([, data]) => data);
    state.error = error;
  });
  return { ...answer, state };
};

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

const isReleased = ({ counts }: Pick<ScriptedAnswer, 'counts'>): void => {
  expect(counts.closed).toBeGreaterThan(0);
  expect(counts.cancelled).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
};

beforeEach(() => void vi.useFakeTimers());

it('fails after 120 seconds without a first event', async () => {
  const { state, send, ...answer } = watched({});
  for (let second = 0; second < 119; second++) {
    await pass(1000);
    send(': still thinking\n\n');
  }
  expect(state).toEqual({});
  await pass(1000);
  expect(state.error).toMatchObject({
    kind: 'stalled',
    message: 'The stream gave no event for 120000 ms. Raise firstEventMs if the service needs longer.',
    received: [],
    status: 200,
  });
  isReleased(answer);
});

it('fails after the firstEventMs of the options without a first event', async () => {
  const { state } = watched({ firstEventMs: 10 });
  await pass(9);
  expect(state).toEqual({});
  await pass(1);
  expect(state.error).toMatchObject({ kind: 'stalled' });
});

it('fails if a document instead of a stream is incomplete after firstEventMs', async () => {
  const { state, send, ...answer } = watched({ firstEventMs: 10 }, 'application/json');
  send('"on');
  await pass(10);
  expect(state.error).toMatchObject({ kind: 'stalled' });
  isReleased(answer);
});

it('fails after firstEventMs although a message without an event arrived', async () => {
  const { state, send } = watched({ firstEventMs: 10 });
  await pass(9);
  send(frame('silent'));
  await pass(1);
  expect(state.error).toMatchObject({ kind: 'stalled' });
});

it('starts firstEventMs when the response arrives', async () => {
  let arrive: (() => void) | undefined;
  const answer = scripted({ options: { firstEventMs: 10 }, before: new Promise<void>((resolve) => (arrive = resolve)) });
  const work = answer.stream.final();
  await pass(1000);
  arrive?.();
  await pass(9);
  answer.send(frame('one', 'over'));
  await expect(work).resolves.toEqual(['one']);
});

it('fails after 60 seconds without bytes after the first event', async () => {
  const { state, send, ...answer } = watched({});
  await pass(1000);
  send(frame('one', 'two'));
  await pass(59_999);
  expect(state).toEqual({});
  await pass(1);
  expect(state.error).toMatchObject({
    kind: 'stalled',
    message: 'The stream gave no bytes for 60000 ms. Raise idleMs if the service needs longer.',
    received: ['one', 'two'],
  });
  expect(state.items).toEqual(['one', 'two']);
  isReleased(answer);
});

it('restarts idleMs at every received byte, including comments', async () => {
  const { state, send } = watched({ idleMs: 10 });
  send(frame('one'));
  for (const life of [':', ' ping', '\n', 'data', ': o', 'ver', '\n', '\n']) {
    await pass(9);
    expect(state).toEqual({});
    send(life);
  }
  await pass(0);
  expect(state).toEqual({ items: ['one'], error: undefined });
});

it('completes a stream after idleMs if its last event can be the end', async () => {
  const { state, send, ...answer } = watched({ idleMs: 10 });
  send(frame('one', 'complete'));
  await pass(10);
  expect(state).toEqual({ items: ['one', 'complete'], error: undefined });
  isReleased(answer);
});

it('counts idleMs only while a read waits', async () => {
  const answer = scripted({ options: { idleMs: 10, firstEventMs: 10, eventIdleMs: 10 } });
  const iterator = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('one'));
  await iterator.next();
  await pass(1005);
  const second = iterator.next();
  await pass(9);
  answer.send(frame('two'));
  await expect(second).resolves.toMatchObject({ value: ['message', 'two'] });
  const third = iterator.next().catch((error: unknown) => error);
  await pass(10);
  await expect(third).resolves.toMatchObject({ kind: 'stalled' });
});

it('applies idleMs to final() and text()', async () => {
  const [whole, texts] = [scripted({ options: { idleMs: 10 } }), scripted({ options: { idleMs: 10 } })];
  const results = Promise.all([whole.stream.final().catch((error: unknown) => error), drain(texts.stream.text())]);
  for (const { send } of [whole, texts]) send(frame('one'));
  await pass(9);
  for (const { send } of [whole, texts]) send(frame('two'));
  await pass(10);
  const stalled = { kind: 'stalled', received: ['one', 'two'] };
  await expect(results).resolves.toMatchObject([stalled, { items: ['one', 'two'], error: stalled }]);
});

it('fails after eventIdleMs if a stream sends only comments', async () => {
  const { state, send, ...answer } = watched({ eventIdleMs: 25 });
  send(frame('one'));
  for (const comment of [': a\n', ': b\n']) {
    await pass(10);
    send(comment);
  }
  await pass(4);
  expect(state).toEqual({});
  await pass(1);
  expect(state.error).toMatchObject({
    kind: 'stalled',
    message: 'The stream gave no event for 25 ms. Raise eventIdleMs if the service needs longer.',
    received: ['one'],
  });
  isReleased(answer);
});

it('restarts eventIdleMs at every event, also in final()', async () => {
  const answer = scripted({ options: { eventIdleMs: 10 } });
  const work = answer.stream.final();
  for (const data of ['one', 'two', 'three', 'over']) {
    await pass(9);
    answer.send(frame(data));
  }
  await expect(work).resolves.toEqual(['one', 'two', 'three']);
});

it('fails after timeoutMs although events arrive', async () => {
  const { state, send, ...answer } = watched({ timeoutMs: 95 });
  for (let event = 0; event < 9; event++) {
    await pass(10);
    send(frame(String(event)));
  }
  await pass(4);
  expect(state).toEqual({});
  await pass(1);
  expect(state.error).toMatchObject({
    kind: 'timeout',
    message: 'The stream took longer than 95 ms. Raise timeoutMs if it needs longer.',
    received: '012345678'.split(''),
  });
  isReleased(answer);
});

it('includes the time before the response in timeoutMs', async () => {
  let arrive: (() => void) | undefined;
  const answer = scripted({ options: { timeoutMs: 100 }, before: new Promise<void>((resolve) => (arrive = resolve)) });
  const work = answer.stream.final().catch((error: unknown) => error);
  await pass(90);
  arrive?.();
  await pass(10);
  await expect(work).resolves.toMatchObject({ kind: 'timeout' });
});

it('closes the connection after timeoutMs even while no read waits', async () => {
  const answer = scripted({ options: { timeoutMs: 100 } });
  const iterator = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('one', 'two'));
  await iterator.next();
  await pass(100);
  isReleased(answer);
  await expect(iterator.next()).rejects.toMatchObject({ kind: 'timeout', received: ['one', 'two'] });
});

it('yields all events of a stream that was complete before timeoutMs', async () => {
  const answer = scripted({ options: { timeoutMs: 100 } });
  const iterator = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('one', 'two', 'over'));
  await iterator.next();
  await pass(100);
  await expect(iterator.next()).resolves.toMatchObject({ value: ['message', 'two'] });
  await expect(iterator.next()).resolves.toMatchObject({ done: true });
});

it('accepts a timeoutMs that is longer than any timer', async () => {
  const { state, send } = watched({ timeoutMs: 2 ** 40, idleMs: Infinity, firstEventMs: Infinity });
  await pass(2 ** 32);
  send(frame('one', 'over'));
  await pass(0);
  expect(state).toEqual({ items: ['one'], error: undefined });
});

const reason = new Error('enough');

it('rejects a waiting read with aborted when the signal aborts', async () => {
  const controller = new AbortController();
  const { state, send, ...answer } = watched({ signal: controller.signal });
  send(frame('one'));
  await pass(0);
  controller.abort(reason);
  await pass(0);
  expect(state.error).toMatchObject({ kind: 'aborted', received: ['one'], operation: 'notes.watch', cause: reason });
  isReleased(answer);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('fails immediately when the signal aborts, although the loop has not read all events', async () => {
  const controller = new AbortController();
  const answer = scripted({ options: { signal: controller.signal } });
  answer.send(frame('one', 'two', 'over'));
  const taken: string[] = [];
  const loop = async (): Promise<void> => {
    for await (const [, data] of answer.stream) {
      taken.push(data);
      controller.abort(reason);
    }
  };
  await expect(loop()).rejects.toMatchObject({ kind: 'aborted', received: ['one', 'two'] });
  expect(taken).toEqual(['one']);
  isReleased(answer);
});

it('closes the connection when the signal aborts, even while no read waits', async () => {
  const controller = new AbortController();
  const answer = scripted({ options: { signal: controller.signal } });
  answer.send(frame('one'));
  await answer.stream[Symbol.asyncIterator]().next();
  controller.abort(reason);
  isReleased(answer);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('fails if the signal aborts before the response arrives', async () => {
  const controller = new AbortController();
  const answer = scripted({ options: { signal: controller.signal }, before: Promise.resolve().then(() => controller.abort(reason)) });
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'aborted', received: [] });
  isReleased(answer);
});

it.each(['over', 'failed', 'garbled'])('removes the listener of a stream from its signal after an event %s', async (last) => {
  const { signal } = new AbortController();
  const { send, ...answer } = watched({ signal });
  send(frame('one'));
  await pass(0);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  send(frame(last));
  await pass(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  isReleased(answer);
});
