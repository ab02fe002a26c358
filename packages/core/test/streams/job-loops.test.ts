import type { PlatformError, StreamOptions } from '@platform-sdk/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptedJob, toldBy, type Told } from './scripted-job.ts';

const encoder = new TextEncoder();
const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
const allEvents: readonly Told[] = [...lines.map((text): Told => ['line', text]), ['result', { a: 1 }]];

/** Creates a job whose log arrives in this number of pieces, some at once and some in later turns of the event loop. */
const played = (pieces: number) => {
  const scripted = scriptedJob();
  const bytes = encoder.encode(`${lines.join('\n')}\n__JSON__{"a":1}`);
  const size = Math.ceil(bytes.length / pieces);
  const play = async (): Promise<void> => {
    for (let at = 0; at < bytes.length; at += size) {
      scripted.send(bytes.subarray(at, at + size));
      if (at % 3 === 0) await new Promise((resolve) => void setImmediate(resolve));
    }
    scripted.end();
  };
  void play();
  return scripted;
};

describe.each([1, 2, 7, 40])('If a job arrives in %d pieces,', (pieces) => {
  it.each([0, 5, 19, 20])('yields every event in order to a loop that awaits the result at event %d', async (at) => {
    const { job, counts } = played(pieces);
    const events: Told[] = [];
    const results: unknown[] = [];
    for await (const event of job) {
      if (events.length === at) results.push(await job.result());
      events.push(event);
    }
    expect(results).toEqual([{ a: 1 }]);
    expect(events).toEqual(allEvents);
    expect(counts).toMatchObject({ opened: 1, cancelled: 0 });
  });

  it('returns the same result at every event of the loop', async () => {
    const { job } = played(pieces);
    const events: Told[] = [];
    for await (const event of job) {
      await expect(job.result()).resolves.toEqual({ a: 1 });
      events.push(event);
    }
    expect(events).toEqual(allEvents);
  });

  it('yields every event in order to a fast or slow loop while the result is awaited', async () => {
    for (const isSlow of [false, true]) {
      const { job } = played(pieces);
      const events: Told[] = [];
      const loop = async (): Promise<void> => {
        for await (const event of job) {
          if (isSlow) await new Promise((resolve) => void setImmediate(resolve));
          events.push(event);
        }
      };
      const [, one, other] = await Promise.all([loop(), job.result(), job.result()]);
      expect([one, other]).toEqual([{ a: 1 }, { a: 1 }]);
      expect(events).toEqual(allEvents);
    }
  });

  it('yields an event to each call of next that was not awaited before the result', async () => {
    const { job } = played(pieces);
    const events = job[Symbol.asyncIterator]();
    const asked = allEvents.map(() => events.next());
    await expect(job.result()).resolves.toEqual({ a: 1 });
    expect((await Promise.all(asked)).map(({ value }) => value as Told)).toEqual(allEvents);
    await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
  });
});

it('rejects the result of a truncated job inside the loop, which yields the earlier lines and then throws once', async () => {
  const { job, send, end } = scriptedJob();
  send('one\ntwo\n');
  end();
  const events = job[Symbol.asyncIterator]();
  await expect(events.next()).resolves.toMatchObject({ value: ['line', 'one'] });
  await expect(job.result()).rejects.toMatchObject({ kind: 'truncated' });
  await expect(events.next()).resolves.toMatchObject({ value: ['line', 'two'] });
  await expect(events.next()).rejects.toMatchObject({ kind: 'truncated' });
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
});

it('yields no event after a loop that ends early, although `result()` has read further events', async () => {
  const { job, send } = scriptedJob();
  const events = job[Symbol.asyncIterator]();
  send('one\ntwo\nthree\n');
  await events.next();
  const result = job.result().catch((error: unknown) => error);
  await new Promise((resolve) => void setImmediate(resolve));
  await events.return?.();
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
  await expect(result).resolves.toMatchObject({ kind: 'aborted' });
});

it.each([1, 7, 40])('yields every event in order to a loop that begins after result(), in %d pieces', async (pieces) => {
  const { job, counts } = played(pieces);
  const events: Told[] = [];
  const loop = async (): Promise<void> => {
    for await (const event of job) events.push(event);
  };
  const [one] = await Promise.all([job.result(), loop()]);
  expect(one).toEqual({ a: 1 });
  expect(events).toEqual(allEvents);
  expect(counts.opened).toBe(1);
});

it('rejects a loop that begins after result() has read an event', async () => {
  const { job, send, end } = scriptedJob();
  send('one\ntwo\n');
  const given = job.result();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(() => job[Symbol.asyncIterator]()).toThrow('read once');
  send('__JSON__1');
  end();
  await expect(given).resolves.toBe(1);
});

describe('a job that fails while its result is awaited in its loop', () => {
  const eventsOf = async (options: StreamOptions, afterFirst?: () => void): Promise<unknown[]> => {
    const { job, send } = scriptedJob(options);
    send('a\nb\nc\n');
    const events: unknown[] = [];
    try {
      for await (const [, text] of job) {
        events.push(text);
        if (events.length > 1) continue;
        afterFirst?.();
        await job.result().catch(() => undefined);
      }
    } catch (error) {
      events.push((error as PlatformError).kind);
    }
    return events;
  };

  beforeEach(() => void vi.useFakeTimers());

  it('yields the events before the pause to the loop of a job that stalls', async () => {
    const events = eventsOf({ idleMs: 20, firstEventMs: 20 });
    await vi.advanceTimersByTimeAsync(20);
    await expect(events).resolves.toEqual(['a', 'b', 'c', 'stalled']);
  });

  it('yields no more events to the loop of a job that is aborted or timed out', async () => {
    const stop = new AbortController();
    await expect(eventsOf({ signal: stop.signal }, () => stop.abort())).resolves.toEqual(['a', 'aborted']);
    const events = eventsOf({ timeoutMs: 20 });
    await vi.advanceTimersByTimeAsync(20);
    await expect(events).resolves.toEqual(['a', 'timeout']);
  });
});

/** Returns the unhandled rejections during `work`. */
const unhandled = async (work: () => Promise<unknown>): Promise<unknown[]> => {
  const found: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => void found.push(error));
  try {
    await work();
    await new Promise((resolve) => void setImmediate(resolve));
    await new Promise((resolve) => void setImmediate(resolve));
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  return found;
};

it.each<[string, boolean, 'leave' | 'throw' | 'cut' | 'end']>([
  ['called before a loop that ends early', true, 'leave'],
  ['called inside a loop that ends early', false, 'leave'],
  ['called before a loop that throws', true, 'throw'],
  ['called inside a loop that throws', false, 'throw'],
  ['called before a loop whose connection breaks', true, 'cut'],
  ['called inside a loop whose connection breaks', false, 'cut'],
  ['called before a loop that is truncated', true, 'end'],
  ['called inside a loop that is truncated', false, 'end'],
])('causes no unhandled rejection for a result that is never awaited: %s', async (_, isBefore, way) => {
  const found = await unhandled(async () => {
    const scripted = scriptedJob();
    const { job, send } = scripted;
    if (isBefore) void job.result();
    send('one\n');
    try {
      for await (const _event of job) {
        if (!isBefore) void job.result();
        if (way === 'leave') break;
        if (way === 'throw') throw new Error('enough');
        scripted[way]();
      }
    } catch {
      // The loop throws the failure.
    }
    await expect(job.result()).rejects.toMatchObject({ operation: 'jobs.run' });
  });
  expect(found).toEqual([]);
});

it('causes no unhandled rejection for a result whose job was disposed of', async () => {
  const found = await unhandled(async () => {
    const { job } = scriptedJob();
    await job[Symbol.asyncDispose]();
    void job.result();
  });
  expect(found).toEqual([]);
});

it('causes an unhandled rejection for a result without a loop, because no other error reports it', async () => {
  const found = await unhandled(async () => {
    const { job, send, end } = scriptedJob();
    send('one\n');
    end();
    void job.result();
  });
  expect(found).toMatchObject([{ kind: 'truncated' }]);
});

it('closes the connection of a job and rejects `result()` at dispose', async () => {
  const { job, send, counts } = scriptedJob();
  send('one\n');
  const events = job[Symbol.asyncIterator]();
  await events.next();
  await job[Symbol.asyncDispose]();
  expect(counts).toMatchObject({ opened: 1, closed: 1, cancelled: 1 });
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
  await expect(job.result()).rejects.toMatchObject({
    kind: 'aborted',
    operation: 'jobs.run',
    outcome: 'likely-applied',
    received: ['one'],
  });
});

it('never sends a request if the job is disposed before it is read', async () => {
  const { job, counts } = scriptedJob();
  await job[Symbol.asyncDispose]();
  await expect(job.result()).rejects.toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
  expect(() => job[Symbol.asyncIterator]()).toThrow('read once');
  expect(counts.opened).toBe(0);
});

it('keeps a received result after dispose, which may be called twice', async () => {
  const { job, send, end } = scriptedJob();
  send('__JSON__{"a":1}');
  end();
  await job.result();
  await job[Symbol.asyncDispose]();
  await job[Symbol.asyncDispose]();
  await expect(job.result()).resolves.toEqual({ a: 1 });
});

const cuts = async (text: string): Promise<(readonly Told[] | undefined)[]> => {
  const bytes = encoder.encode(text);
  const found = Array.from({ length: bytes.length + 1 }, (_, cut) => toldBy([bytes.subarray(0, cut), bytes.subarray(cut)]));
  return (await Promise.all(found)).map(({ events, error }) => (error === undefined ? events : undefined));
};

it.each(['<header> seen', '<headers> <html>', '<bodyguard>'])(
  'reads a log that only resembles a page at its beginning, wherever it is cut: %s',
  async (first) => {
    const expected = [
      ['line', first],
      ['line', 'bye'],
      ['result', 'bye'],
    ];
    for (const events of await cuts(`${first}\nbye\n`)) expect(events).toEqual(expected);
  },
);

it.each(['<html>', ' \n<HEAD lang="en">', '<!doctype html>'])(
  'rejects a page at the beginning of a log, wherever it is cut: %j',
  async (first) => {
    for (const events of await cuts(`${first}\nbye\n`)) expect(events).toBeUndefined();
  },
);

it('accepts a byte order mark at the beginning of a log, wherever it is cut', async () => {
  for (const events of await cuts('\uFEFFone\n__JSON__{"a":1}'))
    expect(events).toEqual([
      ['line', 'one'],
      ['result', { a: 1 }],
    ]);
});

it('drops a byte order mark only at the beginning of a log', async () => {
  const { events } = await toldBy(['one\n', '\uFEFFtwo\n', 'bye']);
  expect(events.map(([, text]) => text)).toEqual(['one', '\uFEFFtwo', 'bye', 'bye']);
});

it('yields the rest of a job to a loop over its iterator', async () => {
  const { job } = played(2);
  const loop = job[Symbol.asyncIterator]();
  await expect(loop.next()).resolves.toMatchObject({ value: allEvents[0] });
  const rest: Told[] = [];
  for await (const event of loop) rest.push(event);
  expect(rest).toEqual(allEvents.slice(1));
});
