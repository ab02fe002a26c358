import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drain, frame, messages, scripted, type Message, type ScriptedAnswer } from './scripted-answer.ts';

const all = ['one', 'two', 'three'];
const sendAll = ({ send }: ScriptedAnswer): void => send(...all.map((data) => frame(data)), frame('over'));
const dataOf = (items: readonly Message[]): string[] => items.map(([, data]) => data);
/** Lets the event loop run all work that is due. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The dialect of `messages`, with a result whose size is counted and that can be dropped. */
const counted: typeof messages = {
  ...messages,
  begin(toLocalNames) {
    const reading = messages.begin(toLocalNames);
    let size = 0;
    let isForgotten = false;
    return {
      ...reading,
      message(data, type) {
        const event = reading.message(data, type);
        if (event && !isForgotten) size += data.length;
        return event;
      },
      result: () => (isForgotten ? [] : reading.result()),
      size: () => size,
      forget() {
        isForgotten = true;
        size = 0;
      },
    };
  },
};

/** Collects unhandled rejections. The listener of vitest is removed meanwhile. */
let unhandled: unknown[];
const collect = (error: unknown): void => void unhandled.push(error);
let others: NodeJS.UnhandledRejectionListener[];
beforeEach(() => {
  unhandled = [];
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', collect);
});
afterEach(async () => {
  await settle();
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
  if (unhandled.length > 0) throw new AggregateError(unhandled, 'A rejection was not handled');
});

it.each<[string, (answer: ScriptedAnswer) => AsyncIterable<unknown>]>([
  ['a loop over events', ({ stream }) => stream],
  ['a loop over text()', ({ stream }) => stream.text()],
])('returns the complete result at every call of final() after %s', async (_, loop) => {
  const answer = scripted();
  sendAll(answer);
  await expect(drain(loop(answer))).resolves.not.toHaveProperty('error');
  await expect(answer.stream.final()).resolves.toEqual(all);
  await expect(answer.stream.final()).resolves.toEqual(all);
  expect(answer.counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
});

it('returns the complete result of final() inside a loop, which then gets the remaining events', async () => {
  const answer = scripted();
  sendAll(answer);
  const taken: string[] = [];
  let whole: unknown;
  for await (const [, data] of answer.stream) {
    taken.push(data);
    whole ??= await answer.stream.final();
  }
  expect(whole).toEqual(all);
  expect(taken).toEqual(all);
});

it.each(['first', 'second'])('returns all events from a parallel loop and final() if final() is called %s', async (order) => {
  const answer = scripted();
  const final = (): Promise<unknown> => answer.stream.final();
  const loop = async (): Promise<unknown> => dataOf((await drain(answer.stream)).items);
  const work = order === 'first' ? [final(), loop()] : [loop(), final()];
  for (const data of [...all, 'over']) {
    answer.send(frame(data));
    await settle();
  }
  await expect(Promise.all(work)).resolves.toEqual([all, all]);
  expect(answer.counts.opened).toBe(1);
});

it('yields events to the loop while final() waits', async () => {
  const answer = scripted();
  const events = answer.stream[Symbol.asyncIterator]();
  const final = answer.stream.final();
  answer.send(frame('one', 'two'));
  await expect(events.next()).resolves.toMatchObject({ value: ['message', 'one'] });
  await expect(events.next()).resolves.toMatchObject({ value: ['message', 'two'] });
  answer.send(frame('over'));
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
  await expect(final).resolves.toEqual(['one', 'two']);
});

it('rejects a loop that begins after final() has read an event', async () => {
  const answer = scripted();
  const final = answer.stream.final();
  answer.send(frame('one'));
  await settle();
  await settle();
  expect(() => answer.stream[Symbol.asyncIterator]()).toThrow('notes.watch: a stream can be read once. Call the operation again');
  answer.send(frame('over'));
  await expect(final).resolves.toEqual(['one']);
});

it('rejects final() with the error of the loop if it is called before or after the loop', async () => {
  const answer = scripted();
  const final = answer.stream.final().catch((error: unknown) => error);
  answer.send(frame('one', 'failed'));
  const { items, error } = await drain(answer.stream);
  expect(dataOf(items)).toEqual(['one']);
  expect(error).toMatchObject({ kind: 'http', code: 'LLM_SERVICE_ERROR' });
  expect(await final).toBe(error);
  await expect(answer.stream.final()).rejects.toBe(error);
});

it.each(['before its loop', 'inside its loop'])('causes no unhandled rejection if final() is called %s and never awaited', async (when) => {
  for (const end of ['failed', 'garbled', 'cut', 'break'] as const) {
    const answer = scripted();
    if (when === 'before its loop') void answer.stream.final();
    answer.send(frame('one'));
    const loop = async (): Promise<void> => {
      for await (const [, data] of answer.stream) {
        expect(data).toBe('one');
        if (when === 'inside its loop') void answer.stream.final();
        if (end === 'cut') answer.cut();
        else if (end === 'break') break;
        else answer.send(frame(end));
      }
    };
    await loop().catch(() => undefined);
  }
});

it('causes no unhandled rejection if final() of a truncated stream is never awaited', async () => {
  const answer = scripted();
  void answer.stream.final();
  answer.send(frame('one'));
  answer.end();
  await settle();
  expect(answer.counts.closed).toBe(1);
});

it('rejects final() with the received events if the loop ends early, whether it is called before or after the loop', async () => {
  const answer = scripted();
  const before = answer.stream.final().catch((error: unknown) => error);
  answer.send(frame('one'));
  for await (const _event of answer.stream) break;
  const left = { kind: 'aborted', message: 'The stream was closed before its end', operation: 'notes.watch', received: ['one'] };
  expect(await before).toMatchObject(left);
  await expect(answer.stream.final()).rejects.toMatchObject(left);
});

it('makes final() wait for the pending response if the loop ends early, and report its outcome', async () => {
  let arrive: (() => void) | undefined;
  const answer = scripted({ before: new Promise<void>((resolve) => (arrive = resolve)) });
  const events = answer.stream[Symbol.asyncIterator]();
  const waiting = events.next();
  await events.return?.();
  const final = answer.stream.final().catch((error: unknown) => error);
  await settle();
  arrive?.();
  expect(await final).toMatchObject({ kind: 'aborted', outcome: 'likely-applied', status: 200 });
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
});

it('keeps the complete result for final() if all events have arrived before the loop ends early', async () => {
  for (const end of ['over', 'complete']) {
    const answer = scripted();
    answer.send(frame('one', end));
    for await (const [, data] of answer.stream) if (data === 'one' || data === 'complete') break;
    await expect(answer.stream.final()).resolves.toEqual(end === 'over' ? ['one'] : ['one', 'complete']);
  }
});

it('closes the connection, ends the loop and rejects final() at dispose', async () => {
  const answer = scripted();
  const events = answer.stream[Symbol.asyncIterator]();
  answer.send(frame('one'));
  await events.next();
  const waiting = events.next();
  await answer.stream[Symbol.asyncDispose]();
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'aborted', received: ['one'] });
  expect(answer.counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
});

it('never sends a request if the stream is disposed before it is read', async () => {
  const answer = scripted();
  await answer.stream[Symbol.asyncDispose]();
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'aborted', operation: 'notes.watch' });
  expect(() => answer.stream.text()[Symbol.asyncIterator]()).toThrow('notes.watch: the stream is closed');
  expect(answer.counts.opened).toBe(0);
});

it('keeps a complete result after dispose, which may be called twice', async () => {
  const answer = scripted();
  sendAll(answer);
  await answer.stream.final();
  await answer.stream[Symbol.asyncDispose]();
  await answer.stream[Symbol.asyncDispose]();
  await expect(answer.stream.final()).resolves.toEqual(all);
});

const options = { maxResultCharacters: 6 };
const tooLarge = { kind: 'too-large', operation: 'notes.watch', status: 200, outcome: 'likely-applied' };

it('rejects final() and closes the connection if the result exceeds maxResultCharacters', async () => {
  const answer = scripted({ options, dialect: counted });
  sendAll(answer);
  const error: unknown = await answer.stream.final().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(tooLarge);
  expect(error).not.toHaveProperty('received');
  expect(answer.counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
});

it('accepts a result of exactly the maximum length', async () => {
  const answer = scripted({ options, dialect: counted });
  answer.send(frame('one', 'two', 'over'));
  await expect(answer.stream.final()).resolves.toEqual(['one', 'two']);
});

it.each(['before', 'beside', 'after'])(
  'continues the loop, and rejects a final() that is called %s the loop, if the result exceeds maxResultCharacters',
  async (when) => {
    const answer = scripted({ options, dialect: counted });
    const begun = when === 'before' ? answer.stream.final() : undefined;
    const texts: string[] = [];
    sendAll(answer);
    for await (const text of answer.stream.text()) {
      texts.push(text);
      if (when === 'beside') void answer.stream.final();
    }
    expect(texts).toEqual(all);
    await expect(begun ?? answer.stream.final()).rejects.toMatchObject(tooLarge);
  },
);

it('leaves the received events out of a later failure if the result exceeds maxResultCharacters', async () => {
  const answer = scripted({ options, dialect: counted });
  answer.send(...all.map((data) => frame(data)), frame('failed'));
  const { items, error } = await drain(answer.stream);
  expect(dataOf(items)).toEqual(all);
  expect(error).toMatchObject({ kind: 'http' });
  expect(error).not.toHaveProperty('received');
  await expect(answer.stream.final()).rejects.toBe(error);
});

it('limits the result to 64 Mi characters, and to 2 Mi if final() is called after the loop', async () => {
  const MEBI = 1024 * 1024;
  const piece = 'x'.repeat(MEBI);
  const read = async (count: number, way: 'alone' | 'beside' | 'after'): Promise<unknown> => {
    const answer = scripted({ dialect: counted });
    for (let sent = 0; sent < count; sent++) answer.send(frame(piece));
    answer.send(frame('over'));
    const final = way === 'after' ? undefined : answer.stream.final();
    const { stream } = answer;
    if (way !== 'alone') for await (const text of stream.text()) if (text.length !== MEBI) throw new Error('A text is cut');
    return (final ?? stream.final()).then(
      (whole) => whole.length,
      (error: unknown) => (error as { kind: string }).kind,
    );
  };
  const outcomes = await Promise.all([read(64, 'alone'), read(65, 'alone'), read(64, 'beside'), read(2, 'after'), read(3, 'after')]);
  expect(outcomes).toEqual([64, 'too-large', 64, 2, 'too-large']);
}, 60_000);

it('releases the connection and the timers at the end of a stream, before the loop has read all events', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = scripted();
  answer.send(frame(...all, 'over'));
  await answer.stream[Symbol.asyncIterator]().next();
  expect(answer.counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
  expect(vi.getTimerCount()).toBe(0);
});
