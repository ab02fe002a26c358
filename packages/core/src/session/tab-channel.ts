import { generationOf, type SessionRecord } from './tokens.ts';

/** The channel of the tabs that share a session. It announces writes, and carries records that a tab could not write, as on a full disk. */
export interface TabChannel {
  /** Returns the stored value, or a newer record that a tab could not write. */
  readonly newest: (value: unknown) => unknown;
  /** Returns the generation that `next` replaces. A tab that repeats a write may have received `next` itself through the channel. In this case, the stored value determines the generation. */
  readonly replaced: (value: unknown, next: SessionRecord) => number;
  /** Notifies the other tabs. `record` is the record that could not be written; null if the record was written. */
  readonly post: (record: SessionRecord | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const tabChannel = (name: string): TabChannel => {
  let heard: unknown;
  const newest = (value: unknown): unknown => (generationOf(heard) > generationOf(value) ? heard : value);
  return {
    newest,
    replaced: (value, next) => generationOf(isSame(heard, next) ? value : newest(value)),
    post(record) {
      if (typeof BroadcastChannel === 'undefined') return;
      const channel = new BroadcastChannel(name);
      channel.postMessage(record);
      channel.close();
    },
    subscribe(listener) {
      let channel: BroadcastChannel | undefined;
      const listen = (): void => {
        // On a server, which lacks IndexedDB, an open channel would keep the process alive.
        if (channel || typeof BroadcastChannel === 'undefined' || typeof indexedDB === 'undefined') return;
        channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
          heard = newest(data);
          listener();
        };
      };
      // An open channel may keep a page out of the back/forward cache.
      const leave = (): void => {
        channel?.close();
        channel = undefined;
      };
      listen();
      const ends = [listenToPage('pagehide', leave), listenToPage('pageshow', listen), leave];
      return () => callAll(ends);
    },
  };
};

/** Returns true if the newest record from the channel is this record. */
const isSame = (heard: unknown, { generation, session }: SessionRecord): boolean => {
  const known = Object(heard) as Partial<SessionRecord>;
  return known.generation === generation && known.session?.refreshToken === session?.refreshToken;
};

/** The part of an event that listeners read. */
interface PageEvent {
  /** For `pageshow`: true if the page was in the back/forward cache. */
  readonly persisted?: boolean;
}

/** A window or a document. Servers lack both, and workers lack a document. */
interface Target {
  readonly addEventListener?: (type: string, listener: (event: PageEvent) => void) => void;
  readonly removeEventListener?: (type: string, listener: (event: PageEvent) => void) => void;
}

const listenToPage = (type: string, listener: (event: PageEvent) => void, target: Target = globalThis): (() => void) => {
  target.addEventListener?.(type, listener);
  return () => target.removeEventListener?.(type, listener);
};

export const callAll = (ends: readonly (() => void)[]): void => {
  for (const end of ends) end();
};

/** Calls `listener` when the page returns from the back/forward cache or from sleep, or when the user switches to its tab. */
export const onReturn = (listener: () => void): (() => void) => {
  const { document = {} } = globalThis as { readonly document?: Target & { readonly visibilityState?: string } };
  const ends = [
    listenToPage('pageshow', ({ persisted }) => persisted === true && listener()),
    listenToPage('visibilitychange', () => document.visibilityState === 'visible' && listener(), document),
  ];
  return () => callAll(ends);
};
