import type { StreamOptions } from '@platform-sdk/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { drain, frame, scripted } from './scripted-answer.ts';

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Sends a possible last event. Returns the stream, and the data that its loop has received at the end. */
const complete = async (options: StreamOptions = {}) => {
  const answer = scripted({ options });
  const state: { data?: readonly string[]; error?: unknown } = {};
  void drain(answer.stream).then(({ items, error }) => Object.assign(state, { data: items.map(([, data]) => data), error }));
  for (const data of ['one', 'complete']) {
    answer.send(frame(data));
    await pass(0);
  }
  return { ...answer, state };
};

beforeEach(() => void vi.useFakeTimers());

it('completes two seconds after a possible last event, although comments arrive', async () => {
  const { state, send, counts } = await complete();
  for (let tenth = 0; tenth < 19; tenth++) {
    await pass(100);
    send(': life\n\n');
  }
  await pass(99);
  expect(state).toEqual({});
  await pass(1);
  expect(state).toEqual({ data: ['one', 'complete'], error: undefined });
  expect(counts).toMatchObject({ opened: 1, cancelled: 1 });
  expect(vi.getTimerCount()).toBe(0);
});

it('reads an event within two seconds after a possible last event, and then waits two seconds again', async () => {
  const { state, send } = await complete();
  await pass(1900);
  send(frame('usage'));
  await pass(1999);
  expect(state).toEqual({});
  await pass(1);
  expect(state).toEqual({ data: ['one', 'complete', 'usage'], error: undefined });
});

it('throws a failure that a stream reports within two seconds after a possible last event', async () => {
  const { state, send } = await complete();
  await pass(1900);
  send(frame('failed'));
  await pass(0);
  expect(state).toMatchObject({ data: ['one', 'complete'], error: { kind: 'http', code: 'LLM_SERVICE_ERROR' } });
});

it('completes idleMs after a possible last event if idleMs is shorter than two seconds', async () => {
  const { state } = await complete({ idleMs: 10 });
  await pass(10);
  expect(state).toEqual({ data: ['one', 'complete'], error: undefined });
});

it('does not complete a stream after a possible last event while no read waits', async () => {
  const answer = scripted();
  const events = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('complete'));
  await events.next();
  await pass(60_000);
  answer.send(frame('usage', 'over'));
  await expect(events.next()).resolves.toEqual({ done: false, value: ['message', 'usage'] });
});

it('completes final() two seconds after a possible last event too', async () => {
  const { stream, send } = scripted();
  const work = stream.final();
  send(frame('one', 'complete'));
  await pass(2000);
  await expect(work).resolves.toEqual(['one', 'complete']);
});
