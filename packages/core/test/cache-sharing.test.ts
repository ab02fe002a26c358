import { document, noContent, object, operation, string } from '@platform-sdk/core/contract';
import { expect, it, vi } from 'vitest';
import { benchOf, passed, tokens, untilSent } from './fixtures.ts';
import { note } from './notes.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const inNote = object<{ noteId: string }>({ noteId: string });
const contract = {
  get: operation({
    method: 'GET',
    path: '/notes/{noteId}',
    credentials: 'user',
    input: inNote,
    output: document(note),
    retry: 'safe',
    cacheSeconds: 300,
  }),
  update: operation({
    method: 'PATCH',
    path: '/notes/{noteId}',
    credentials: 'user',
    input: inNote,
    output: noContent,
    retry: 'idempotent',
    invalidates: ['/notes/{noteId}'],
  }),
};

/** Creates a bench in which the test responds to each read with `answer`. */
const bench = async () => {
  const answers: ((title: string) => void)[] = [];
  const wire = recordingFetch(
    ({ method }) =>
      new Promise((resolve) => {
        answers.push((title) => resolve(json({ data: { id: '1', attributes: { title } } })));
        if (method !== 'GET') resolve(json({}));
      }),
  );
  const bed = benchOf(contract, wire);
  await bed.platform.session.set(tokens('a'));
  /** Responds to the request at this position once it has been sent. */
  const answer = async (index: number, title: string): Promise<void> => {
    await untilSent(wire, index + 1);
    answers[index]?.(title);
  };
  return { ...bed, wire, answer, sent: (count: number) => untilSent(wire, count) };
};

it('sends one request for parallel calls for the same response', async () => {
  const { client, wire, answer } = await bench();
  const calls = Array.from({ length: 100 }, () => client.get({ noteId: '1' }));
  await answer(0, 'one');
  await expect(Promise.all(calls)).resolves.toEqual(Array.from({ length: 100 }, () => ({ id: '1', title: 'one' })));
  expect(wire.sent).toHaveLength(1);
});

it('continues a shared request when one of its callers aborts', async () => {
  const { client, wire, answer, sent } = await bench();
  const controller = new AbortController();
  const leaving = client.get({ noteId: '1' }, { signal: controller.signal });
  const staying = client.get({ noteId: '1' });
  await sent(1);
  controller.abort();
  await expect(leaving).rejects.toMatchObject({ kind: 'aborted', operation: 'notes.get' });
  expect(wire.only().signal.aborted).toBe(false);
  await answer(0, 'one');
  await expect(staying).resolves.toMatchObject({ title: 'one' });
});

it('cancels a shared request when all of its callers abort', async () => {
  const { client, wire, sent } = await bench();
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => client.get({ noteId: '1' }, { signal }));
  await sent(1);
  for (const controller of controllers) controller.abort();
  await expect(Promise.allSettled(calls)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(wire.only().signal.aborted).toBe(true);
});

it('sends a new request if all callers of the earlier request aborted', async () => {
  const { client, answer, sent } = await bench();
  const controller = new AbortController();
  const left = client.get({ noteId: '1' }, { signal: controller.signal });
  await sent(1);
  controller.abort();
  await expect(left).rejects.toMatchObject({ kind: 'aborted' });
  const next = client.get({ noteId: '1' });
  await answer(1, 'two');
  await expect(next).resolves.toMatchObject({ title: 'two' });
});

it('rejects with an aborted error if the signal was aborted before the call', async () => {
  const { client } = await bench();
  await expect(client.get({ noteId: '1' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' });
});

it('continues a shared request when the time limit of its first caller ends', async () => {
  const { client, answer, sent } = await bench();
  vi.useFakeTimers();
  const hasty = failureOf(client.get({ noteId: '1' }, { timeoutMs: 50 }));
  const patient = client.get({ noteId: '1' });
  await sent(1);
  await vi.advanceTimersByTimeAsync(50);
  await expect(hasty).resolves.toMatchObject({ kind: 'timeout', operation: 'notes.get' });
  await answer(0, 'one');
  await expect(patient).resolves.toMatchObject({ title: 'one' });
});

it('rejects with the 503 error if the pause before the retry exceeds the time limit', async () => {
  vi.useFakeTimers();
  const wire = recordingFetch(json({ message: 'Busy.' }, 503, { 'Retry-After': '3' }));
  const { client } = benchOf(contract, wire, { accessToken: 'token-1' });
  const calls = Array.from({ length: 2 }, () => failureOf(client.get({ noteId: '1' }, { timeoutMs: 1000 })));
  for (const error of await passed(Promise.all(calls)))
    expect(error).toMatchObject({ kind: 'http', status: 503, retryAfterSeconds: 3, operation: 'notes.get', attempts: 1 });
  expect(wire.sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not cache the response to a read that began before a write', async () => {
  const { client, answer, sent } = await bench();
  const before = client.get({ noteId: '1' });
  await sent(1);
  await client.update({ noteId: '1' });
  await answer(0, 'old');
  await expect(before).resolves.toMatchObject({ title: 'old' });
  const after = client.get({ noteId: '1' });
  await answer(2, 'new');
  await expect(after).resolves.toMatchObject({ title: 'new' });
});

it('sends a new request for a call after a write, although an older read is still running', async () => {
  const { client, answer, sent } = await bench();
  const before = client.get({ noteId: '1' });
  await sent(1);
  await client.update({ noteId: '1' });
  const after = client.get({ noteId: '1' });
  await answer(2, 'new');
  await expect(after).resolves.toMatchObject({ title: 'new' });
  await answer(0, 'old');
  await expect(before).resolves.toMatchObject({ title: 'old' });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'new' });
});

it('does not cache a response that arrives after the sign-out', async () => {
  const { client, platform, answer, sent } = await bench();
  const before = client.get({ noteId: '1' });
  await sent(1);
  await platform.session.clear();
  await answer(0, 'private');
  await before;
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  const after = client.get({ noteId: '1' });
  await answer(1, 'of another');
  await expect(after).resolves.toMatchObject({ title: 'of another' });
});
