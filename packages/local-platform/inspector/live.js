import { authorization } from './api.js';

/** @typedef {(data: any) => void} Listener */

/** @type {Map<string, Set<Listener>>} */
const listeners = new Map();

/**
 * Calls the listener at every event of a kind. Returns an unsubscribe function.
 * @param {string} kind
 * @param {Listener} listener
 */
export const listen = (kind, listener) => {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all.add(listener));
  return () => void all.delete(listener);
};

/**
 * Reloads a view after events of a kind. Any number of events during a load cause only one further load.
 * @param {string} kind
 * @param {() => Promise<unknown>} refresh
 * @param {(data: any) => boolean} [concerns] Returns whether an event changes the view. Default: every event does.
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
      // Another part of the page shows that the platform has stopped.
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

/** Receives the platform's events while the page is open. `EventSource` is not used, because it cannot send an `Authorization` header. */
export const follow = async () => {
  for (;;) {
    try {
      const response = await fetch('/_local/events', { headers: { ...authorization(), accept: 'text/event-stream' } });
      if (response.status === 401) return emit('rejected', undefined);
      if (!response.ok) throw new Error(String(response.status));
      emit('connected', undefined);
      await readAll(response);
    } catch {
      // The platform has stopped, or is restarting.
    }
    emit('disconnected', undefined);
    await new Promise((resolve) => void setTimeout(resolve, RECONNECT_MS));
  }
};
