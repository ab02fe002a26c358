import { authorization } from './api.js';

/** @typedef {(data: any) => void} Listener */

/** @type {Map<string, Set<Listener>>} */
const listeners = new Map();

/**
 * Calls the listener for every event of a kind. Returns an unsubscribe function.
 * @param {string} kind
 * @param {Listener} listener
 */
export const listen = (kind, listener) => {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all.add(listener));
  return () => void all.delete(listener);
};

/**
 * Loads a view again after events of a kind. Events that come during a load cause one more load, however many there are.
 * @param {string} kind
 * @param {() => Promise<unknown>} refresh
 * @param {(data: any) => boolean} [concerns] Returns whether an event changes the view. Default: each does.
 */
export const refreshOn = (kind, refresh, concerns = () => true) => {
  let isLoading = false;
  let isOutdated = false;
  const load = async () => {
    isOutdated = true;
    if (isLoading) return;
    isLoading = true;
    while (isOutdated) {
      isOutdated = false;
      // A platform that has stopped is shown elsewhere.
      await refresh().catch(() => undefined);
    }
    isLoading = false;
  };
  listen(kind, (data) => {
    if (concerns(data)) void load();
  });
};

/**
 * @param {string} kind
 * @param {unknown} data
 */
const emit = (kind, data) => {
  for (const listener of listeners.get(kind) ?? []) listener(data);
};

/** @param {string} block */
const emitBlock = (block) => {
  const fields = Object.fromEntries(
    block.split('\n').flatMap((line) => (/^(event|data): (.*)$/.exec(line) ? [line.split(/: (.*)/s, 2)] : [])),
  );
  if (fields['data'] !== undefined) emit(fields['event'] ?? 'message', JSON.parse(fields['data']));
};

/** @param {Response} response */
const readAll = async (response) => {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) emitBlock(block);
  }
};

const RECONNECT_MS = 1000;

/** Follows the platform for as long as the page is open. `EventSource` sends no `Authorization`. */
export const follow = async () => {
  for (;;) {
    try {
      const response = await fetch('/_local/events', { headers: { ...authorization(), accept: 'text/event-stream' } });
      if (response.status === 401) return emit('rejected', undefined);
      if (!response.ok) throw new Error(String(response.status));
      emit('connected', undefined);
      await readAll(response);
    } catch {
      // The platform has stopped, or is starting again.
    }
    emit('disconnected', undefined);
    await new Promise((resolve) => void setTimeout(resolve, RECONNECT_MS));
  }
};
