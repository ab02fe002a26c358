import { PlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chats } from '../recorded-streams/chats.ts';
import { documents } from '../recorded-streams/documents.ts';
import { takeTime, type FakeTime } from '../recorded-streams/fake-time.ts';
import { memories } from '../recorded-streams/memories.ts';
import type { RecordedResponse } from '../recorded-streams/recorded-response.ts';
import { replay } from '../recorded-streams/replay.ts';

/** The number of bytes between two cuts. A long run cuts at every byte. */
const STEP = longCount(29, 1);

let time: FakeTime;
beforeEach(() => {
  time = takeTime();
});
afterEach(() => time.restore());

/** Returns a recorded response of three bytes that `read` reads. */
const reading = (read: (text: string) => unknown): RecordedResponse => ({
  name: 'three bytes',
  contentType: 'text/plain',
  body: 'abc',
  read: async (fetch) => read(await (await fetch('https://a.test')).text()),
});

it('chats, memory chats and documents return no wrong result, wherever the response is cut, broken or paused', async () => {
  const recordings = [...chats, ...memories, ...documents];
  expect(recordings.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  let results = 0;
  for (const recorded of recordings) {
    const { counts, wrong: found } = await replay(recorded, time, STEP);
    wrong.push(...found);
    results += counts['result'] ?? 0;
  }
  expect(wrong).toEqual([]);
  expect(results).toBeGreaterThan(300);
});

it('the replay detects a result that differs from the result of the complete body', async () => {
  const { wrong } = await replay(
    reading((text) => text),
    time,
  );
  expect(wrong).toEqual(
    ['', 'a', 'ab']
      .map((part, at) => `three bytes, end at ${at}: another result, ${JSON.stringify(part)}`)
      .concat(
        // The error of a broken body is untyped, because this recording is read without a client.
        [0, 1, 2, 3].map((at) => expect.stringMatching(`^three bytes, break at ${at}: an untyped error`) as string),
      ),
  );
});

it('the replay detects a result if reading the complete body fails', async () => {
  const fail = (): never => {
    throw new PlatformError('invalid-response', 'It is not whole');
  };
  const { whole, wrong } = await replay(
    reading((text) => (text === 'ab' ? 'guess' : fail())),
    time,
  );
  expect(whole).toBe('invalid-response');
  expect(wrong).toContain('three bytes, end at 2: a result where the whole body gives none, "guess"');
});

it('the replay detects an error if reading the complete body succeeds', async () => {
  let reads = 0;
  const recorded = reading((text) => {
    if (++reads > 9) throw new PlatformError('invalid-response', 'It is not whole');
    return text.length < 3 ? 'abc' : text;
  });
  const { wrong } = await replay(recorded, time);
  expect(wrong).toContain('three bytes, pause at 3: an error where the whole body gives a result, invalid-response');
});
