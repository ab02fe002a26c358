import type { PlatformOptions } from '@platform-sdk/core';
import { createSettingsStore, type SettingsStore, type SettingsStoreOptions } from '@platform-sdk/settings';
import { onTestFinished } from 'vitest';
import { answered, platformOver, settled, tokens } from './bench.ts';

/** A write as the service received it. */
interface Received {
  readonly authorization: string;
  readonly body: Record<string, unknown>;
}

/** The timing of one write. By default, the service applies the write at once, and responds when it has applied the write. */
export interface Journey {
  readonly appliedAfterMs?: number | undefined;
  readonly answeredAfterMs?: number | undefined;
  /** If true, the connection breaks, and no response arrives. */
  readonly isLost?: boolean;
}

/** Creates a settings service that applies each write after its own delay, so that an older write may overwrite a newer write. */
export const createService = () => {
  const received: Received[] = [];
  const journeys: Journey[] = [];
  let state: Record<string, unknown> = { ...answered };
  const later = (ms: number, work: () => void): void => void setTimeout(work, ms);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'GET') return Response.json(state);
    const body = (await request.json()) as Record<string, unknown>;
    received.push({ authorization: request.headers.get('authorization') ?? '', body });
    const { appliedAfterMs = 0, answeredAfterMs = appliedAfterMs, isLost = false } = journeys.shift() ?? {};
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      later(appliedAfterMs, () => (state = { ...state, ...body }));
      later(answeredAfterMs, () => (isLost ? reject(new TypeError('terminated')) : resolve(Response.json({}))));
    });
  };
  return {
    fetch,
    received,
    /** Sets the timing of the next writes. */
    travel: (...next: readonly Journey[]) => void journeys.push(...next),
    state: () => state,
  };
};

export type Service = ReturnType<typeof createService>;

/** Opens the settings of user-1 in one tab, connected to the service. */
export const openTab = async (service: Service, options: SettingsStoreOptions = {}, more: PlatformOptions = {}) => {
  const platform = platformOver(service.fetch, more);
  if (more.accessToken === undefined) await platform.session.set(tokens('a'));
  const settings: SettingsStore = createSettingsStore(platform, options);
  onTestFinished(settings.dispose);
  await settled();
  return { platform, settings };
};

/** Creates locks like those of a browser, which the tabs of an origin share. Waiting tabs get a lock in order. */
export const createLocks = () => {
  const queues = new Map<string, Promise<unknown>>();
  return {
    lock: async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const turn = (queues.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
      queues.set(name, turn);
      return turn;
    },
    /** Releases all locks, as if the tab with the lock had closed. */
    free: () => queues.clear(),
  };
};
