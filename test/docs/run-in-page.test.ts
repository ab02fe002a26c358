import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it, vi } from 'vitest';
import type { FromWorker, RunMessage } from '@platform-sdk/docs-tools/runner/messages';
import { createControls } from '@platform-sdk/docs-tools/runner/worker/controls';
import { createRecorder } from '@platform-sdk/docs-tools/runner/worker/exchanges';

const ADDRESS = 'https://auth.example.com/v1/users';

/** Creates a recorder that pauses every request before it is sent. The network always responds. */
const holding = () => {
  const messages: FromWorker[] = [];
  const recorder = createRecorder(
    (message) => void messages.push(message),
    () => undefined,
  );
  recorder.setStepping(true);
  const fetch = recorder.record(
    async () => new Response(null, { status: 204 }),
    () => 'users.me',
  );
  const untilHeld = (count: number) => vi.waitFor(() => expect(messages.filter(({ type }) => type === 'held')).toHaveLength(count));
  return { messages, recorder, fetch, untilHeld };
};

it('a request of a snippet that is aborted while it is paused is reported as broken, never as sent', async () => {
  const { messages, fetch, untilHeld } = holding();
  const leave = new AbortController();
  const work = fetch(ADDRESS, { signal: leave.signal });
  await Promise.all([expect(work).rejects.toThrow('left'), untilHeld(1).then(() => leave.abort(new Error('left')))]);
  expect(messages.map(({ type }) => type)).toEqual(['request', 'held', 'broken']);
  expect(messages.at(-1)).toEqual({ type: 'broken', id: 1, failure: 'left' });
});

it('a request of a snippet that is aborted before it is paused is reported as broken', async () => {
  const { messages, fetch } = holding();
  await expect(fetch(ADDRESS, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
  expect(messages.at(-1)).toMatchObject({ type: 'broken', failure: 'left' });
});

it('a step sends the next request of a snippet if the paused request was aborted', async () => {
  const { recorder, fetch, untilHeld } = holding();
  const leave = new AbortController();
  const aborted = fetch(ADDRESS, { signal: leave.signal });
  await Promise.all([expect(aborted).rejects.toThrow('left'), untilHeld(1).then(() => leave.abort(new Error('left')))]);
  const work = fetch(ADDRESS);
  await untilHeld(2);
  recorder.next();
  expect((await work).status).toBe(204);
});

it('a request of a snippet is sent by the next step although an earlier request was aborted after it was sent', async () => {
  const { messages, recorder, fetch, untilHeld } = holding();
  const leave = new AbortController();
  const first = fetch(ADDRESS, { signal: leave.signal });
  await untilHeld(1);
  recorder.next();
  await first;
  const second = fetch(ADDRESS);
  await untilHeld(2);
  leave.abort();
  recorder.next();
  await second;
  expect(messages.filter(({ type }) => type === 'broken')).toEqual([]);
});

it('a fault that the reader adds breaks one call of a run, on any of its platforms', async () => {
  const messages: FromWorker[] = [];
  const controls = createControls((message) => void messages.push(message));
  const platforms = [createLocalPlatform(), createLocalPlatform()];
  for (const local of platforms) controls.attach(local);
  controls.addFault({ id: 1, way: 'unavailable' });
  const statuses: number[] = [];
  for (const local of [...platforms, ...platforms]) statuses.push((await local.fetch(`${local.baseUrls().auth}/users/me`)).status);
  expect(statuses.map((status) => status === 503)).toEqual([true, false, false, false]);
  expect(messages.filter(({ type }) => type === 'fault-used')).toEqual([{ type: 'fault-used', id: 1 }]);
});

it('the worker of a page reports an error and the failed end of a run if it cannot create the platform', async () => {
  const messages: FromWorker[] = [];
  const listeners = new Map<string, (event: { readonly data: RunMessage }) => void>();
  vi.stubGlobal('postMessage', (message: FromWorker) => void messages.push(message));
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { readonly data: RunMessage }) => void) =>
    listeners.set(type, listener),
  );
  await import('@platform-sdk/docs-tools/runner/worker/worker');
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new Error('no random numbers');
  });
  listeners.get('message')?.({ data: { type: 'run', pieces: [''], faults: [], expiresAfterSignIn: false, isStepping: false } });
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject({ type: 'ended', failed: true }));
  expect(messages[0]).toMatchObject({ type: 'console', level: 'error' });
});
