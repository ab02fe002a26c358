import { getEventListeners } from 'node:events';
import type { PlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';
import { answer, close, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { chatsAt, CHUNKED, delta, DONE, drain, HEAD, recordings, type Recording, type Way } from './streams-scene.ts';

const PIECE = 64 * 1024;
const LINE_MB = longCount(8, 20);
const LINE = LINE_MB * 1024 * 1024;

/** Returns the text of a recording that is cut off after this many bytes. If it ends normally, its last event counts without a blank line. */
const untilCut = ({ frames, texts, completeAt }: Recording, at: number, isClean: boolean) => {
  let length = 0;
  const cut = frames.findIndex((frame) => {
    length += Buffer.byteLength(frame);
    // A carriage return ends a line even without its line feed.
    const spare = isClean ? frame.length - frame.trimEnd().length : frame.endsWith('\r\n') ? 1 : 0;
    return length - spare > at;
  });
  const count = cut < 0 ? frames.length : cut;
  return { text: texts.slice(0, count).join(''), isComplete: count >= completeAt };
};

/** Calls `read` for every cut position, 20 at a time. A short run uses every third position, and the last 60. Returns the number of positions. */
const atEveryCut = async (length: number, read: (at: number) => Promise<void>): Promise<number> => {
  const step = longCount(3, 1);
  const cuts = Array.from({ length: length + 1 }, (_, at) => at).filter((at) => at % step === 0 || at > length - 60);
  for (let from = 0; from < cuts.length; from += 20) await Promise.all(cuts.slice(from, from + 20).map(read));
  return cuts.length;
};

/** Reads a stream that must fail. Returns its error. */
const failureOf = async (server: { readonly origin: string }, way: Way, options = {}): Promise<PlatformError> => {
  const { error } = await drain(chatsAt(server.origin)[way]({}, options));
  if (error === undefined) throw new Error('The stream ended silently.');
  return error as PlatformError;
};

/** Returns what a caller sees when a stream ends. */
const endOf = (error: unknown): unknown => {
  if (error === undefined) return 'complete';
  const { kind, received, operation, status } = error as PlatformError;
  return { kind, received, operation, status };
};

/** Cuts the body at the position in the request's header `X-Cut`. */
const cutting =
  (cut: (body: Buffer, at: number) => Buffer): ((recording: Recording) => Reaction) =>
  ({ frames }) =>
  (socket, { headers }) =>
    void socket.end(cut(Buffer.from(frames.join('')), Number(headers['x-cut'])));

describe.each(recordings)('response recorded from $name', (recording) => {
  const length = Buffer.byteLength(recording.frames.join(''));
  const cutAt = (at: number) => ({ headers: { 'X-Cut': String(at) } });

  it('a recorded response yields the same events if it ends anywhere, and fails as truncated if incomplete', async () => {
    const react = cutting((body, at) => Buffer.concat([Buffer.from(HEAD), body.subarray(0, at)]))(recording);
    const server = await startFaultServer(react);
    const chats = chatsAt(server.origin);
    const count = await atEveryCut(length, async (at) => {
      const { texts, error } = await drain(chats[recording.way]({}, cutAt(at)));
      const { text, isComplete } = untilCut(recording, at, true);
      const end = isComplete ? 'complete' : { kind: 'truncated', received: text, operation: `chats.${recording.way}`, status: 200 };
      expect({ at, text: texts.join(''), end: endOf(error) }).toEqual({ at, text, end });
    });
    expect(server.requests).toHaveLength(count);
  }, 60_000);

  it('a recorded response yields the same events if its connection breaks anywhere, and fails as interrupted if incomplete', async () => {
    const react = cutting((body, at) => {
      const rest = at === body.length ? '\r\n0\r\n\r\n' : '';
      return Buffer.concat([Buffer.from(`${CHUNKED}${body.length.toString(16)}\r\n`), body.subarray(0, at), Buffer.from(rest)]);
    })(recording);
    const server = await startFaultServer(react);
    const chats = chatsAt(server.origin);
    const count = await atEveryCut(length, async (at) => {
      const { texts, error } = await drain(chats[recording.way]({}, cutAt(at)));
      const { text, isComplete } = untilCut(recording, at, false);
      // Bytes that arrive together with the break may be lost.
      const received = texts.join('');
      const whole = { given: text, end: 'complete' };
      const broken = { given: received, end: { kind: 'interrupted', received, operation: `chats.${recording.way}`, status: 200 } };
      expect(text.startsWith(received), `cut at ${at}`).toBe(true);
      expect({ at, given: received, end: endOf(error) }).toEqual({ at, ...(isComplete && error === undefined ? whole : broken) });
    });
    expect(server.requests).toHaveLength(count);
  }, 60_000);

  it.each(recording.frames.slice(0, -1).map((_, index) => index))(
    'a recorded response that is silent after %d messages fails as stalled',
    async (count) => {
      const { frames, texts, completeAt, way } = recording;
      const server = await startFaultServer(stall(HEAD + frames.slice(0, count).join('')));
      const { texts: taken, error } = await drain(chatsAt(server.origin)[way]({}, count === 0 ? { firstEventMs: 50 } : { idleMs: 50 }));
      expect(taken).toEqual(texts.slice(0, count));
      const received = texts.slice(0, count).join('');
      const stalled = { kind: 'stalled', received, operation: `chats.${way}`, status: 200 };
      expect(endOf(error)).toEqual(count >= completeAt ? 'complete' : stalled);
      await server.until(() => server.open() === 0);
    },
  );

  it('a recorded response is complete even if its connection stays open', async () => {
    const server = await startFaultServer(stall(HEAD + recording.frames.join('')));
    await expect(chatsAt(server.origin)[recording.way]().final()).resolves.toBe(recording.texts.join(''));
    await server.until(() => server.open() === 0);
  });

  it('a recorded response that is reset after its first message fails as interrupted, without a retry', async () => {
    const first = Buffer.from(recording.frames[0] ?? '');
    const server = await startFaultServer(stall(`${CHUNKED}${first.length.toString(16)}\r\n${first.toString()}\r\n`));
    const read = async (): Promise<void> => {
      for await (const text of chatsAt(server.origin)[recording.way]()) {
        expect(text).toBe(recording.texts[0]);
        server.resetAll();
      }
    };
    await expect(read()).rejects.toMatchObject({ kind: 'interrupted', received: recording.texts[0], outcome: 'likely-applied' });
    expect(server.requests).toHaveLength(1);
  });
});

describe.each<Way>(['deltas', 'named'])('stream of %s', (way) => {
  it.each<readonly [string, Reaction, Partial<PlatformError>]>([
    ['an HTML page', answer(200, '<html></html>', { 'Content-Type': 'text/html' }), { kind: 'invalid-response', outcome: 'unknown' }],
    ['a JSON document of another kind', json(200, { detail: 'no' }), { kind: 'invalid-response' }],
    ['broken JSON', answer(200, '{"choices":', { 'Content-Type': 'application/json' }), { kind: 'invalid-response' }],
    ['an empty body', answer(200), { kind: 'invalid-response' }],
    ['an empty stream', close(HEAD), { kind: 'truncated' }],
    ['a stream of comments', close(`${HEAD}: ping\n\n`), { kind: 'truncated' }],
    ['a stream of garbage', stall(`${HEAD}data: {"choices":\n\n`), { kind: 'invalid-response' }],
  ])('a stream fails if the response is %s', async (_, reaction, expected) => {
    const server = await startFaultServer(reaction);
    const error = await failureOf(server, way);
    expect(error).toMatchObject({ status: 200, received: '', outcome: 'likely-applied', ...expected });
    expect(server.requests).toHaveLength(1);
  });

  it('a stream is not retried if its connection breaks before the headers', async () => {
    const server = await startFaultServer(reset);
    await expect(failureOf(server, way)).resolves.toMatchObject({ kind: 'network', outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
  });

  it('a stream closes its connection if its loop ends early', async () => {
    const first = way === 'deltas' ? delta('one') : 'event: message\ndata: {"chunk":"one"}\n\n';
    const server = await startFaultServer(stall(HEAD + first));
    for await (const text of chatsAt(server.origin)[way]()) {
      expect(text).toBe('one');
      expect(server.open()).toBe(1);
      break;
    }
    await server.until(() => server.open() === 0);
  });

  it('a stream closes its connection if it is aborted', async () => {
    const controller = new AbortController();
    const server = await startFaultServer(stall(HEAD));
    const work = failureOf(server, way, { signal: controller.signal });
    await server.until(() => server.requests.length === 1);
    controller.abort();
    await expect(work).resolves.toMatchObject({ kind: 'aborted' });
    await server.until(() => server.open() === 0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe('response instead of a stream', () => {
  it('a complete JSON response instead of a stream is one event', async () => {
    const server = await startFaultServer(json(200, { choices: [{ delta: { content: 'one' }, finish_reason: 'stop' }] }));
    await expect(drain(chatsAt(server.origin).deltas())).resolves.toEqual({ texts: ['one'] });
  });
});

describe('a stream with an error in the middle', () => {
  it('a stream with an error event in the middle fails with the part before the error', async () => {
    const error = { error: { code: 'LLM_SERVICE_ERROR', message: 'The model failed' } };
    const body = `event: message\ndata: {"chunk":"one"}\n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`;
    const server = await startFaultServer(stall(HEAD + body));
    const { texts, error: failure } = await drain(chatsAt(server.origin).named());
    expect(texts).toEqual(['one']);
    expect(failure).toMatchObject({ kind: 'http', code: 'LLM_SERVICE_ERROR', message: 'The model failed', received: 'one' });
    await server.until(() => server.open() === 0);
  });
});

describe(`stream line of ${LINE_MB} MB`, () => {
  const line: Reaction = (socket) => {
    socket.write(HEAD);
    const bytes = Buffer.from(delta('x'.repeat(LINE)) + DONE);
    for (let at = 0; at < bytes.length; at += PIECE) socket.write(bytes.subarray(at, at + PIECE));
  };

  it('a long stream line is one event', async () => {
    const server = await startFaultServer(line);
    await expect(chatsAt(server.origin).deltas().final()).resolves.toHaveLength(LINE);
  }, 60_000);

  it('a stream line above the limit is rejected, and the connection is closed', async () => {
    const server = await startFaultServer(line);
    const error = await failureOf(server, 'deltas', { maxEventCharacters: 1_000_000 });
    expect(error).toMatchObject({ kind: 'too-large', received: '' });
    await server.until(() => server.open() === 0);
  }, 60_000);
});

const LINES = longCount(20, 500);

describe(`stream with ${LINES * 1200} chunks of one byte`, () => {
  it('a stream in chunks of one byte gives the same result as a single chunk', async () => {
    const server = await startFaultServer((socket) => {
      const body = Array.from({ length: LINES }, () => delta('x'.repeat(1127))).join('') + DONE;
      expect(body.length).toBeGreaterThan(LINES * 1200);
      socket.write(`${CHUNKED}${body.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`);
    });
    await expect(chatsAt(server.origin).deltas().final()).resolves.toHaveLength(LINES * 1127);
  }, 60_000);
});

const STREAMS = longCount(1500, 100_000);

describe('a signal shared by streams', () => {
  it(`a shared signal has no listener after ${STREAMS} streams that were read, abandoned or failed`, async () => {
    const bodies = [delta('one') + DONE, delta('one') + delta('two'), 'data: {'];
    let sent = 0;
    const fetch = (): Promise<Response> =>
      Promise.resolve(new Response(bodies[sent++ % bodies.length] ?? '', { headers: { 'Content-Type': 'text/event-stream' } }));
    const chats = chatsAt('http://127.0.0.1:1', { fetch });
    const { signal } = new AbortController();
    const endings: Record<string, number> = {};
    const read = async (): Promise<void> => {
      let ending = 'complete';
      try {
        for await (const text of chats.deltas({}, { signal })) if (text === 'two') break;
      } catch (error) {
        ending = (error as PlatformError).kind;
      }
      endings[ending] = (endings[ending] ?? 0) + 1;
    };
    for (let batch = 0; batch < STREAMS / 100; batch++) await Promise.all(Array.from({ length: 100 }, read));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect({ sent, endings }).toEqual({
      sent: STREAMS,
      endings: { complete: Math.ceil((2 * STREAMS) / 3), truncated: Math.floor(STREAMS / 3) },
    });
  }, 120_000);
});
