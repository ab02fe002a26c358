import { notify } from '@platform-sdk/core/internal';
import { openSubscriber, type RedisClient, type Subscriber } from './client.ts';

/** The listeners of a client's channels, which share a connection. */
interface Subscriptions {
  readonly subscriber: Subscriber;
  readonly channels: Map<string, Set<(message?: string) => void>>;
  readonly close: () => void;
}

/** The subscriptions of each client. Stores share a connection, because a server may create a store for every user. */
const open = new WeakMap<RedisClient, Subscriptions>();

const openSubscriptions = (client: RedisClient): Subscriptions => {
  const channels: Subscriptions['channels'] = new Map();
  const call = (listeners: readonly ((message?: string) => void)[], message?: string): void => {
    for (const listener of listeners) notify(() => listener(message));
  };
  const subscriber = openSubscriber(client, {
    onMessage: (channel, message) => call([...(channels.get(channel) ?? [])], message),
    onReconnect: () => call([...channels.values()].flatMap((listeners) => [...listeners])),
  });
  const close = (): void => {
    client.off('end', close);
    if (open.get(client)?.close === close) open.delete(client);
    subscriber.close();
  };
  // An open subscription would keep a program alive after it closes its client.
  client.on('end', close);
  return { subscriber, channels, close };
};

/**
 * Calls `listener` with every message of the channel. Calls it without a message if messages may have been missed: after subscribing, and after
 * a reconnection. Returns an unsubscribe function.
 */
export const subscribe = (client: RedisClient, channel: string, listener: (message?: string) => void): (() => void) => {
  const subscriptions = open.get(client) ?? openSubscriptions(client);
  open.set(client, subscriptions);
  const { subscriber, channels, close } = subscriptions;
  const listeners = channels.get(channel) ?? new Set();
  // Each subscription gets a new function, because the same listener may be subscribed twice.
  const own = (message?: string): void => listener(message);
  if (listeners.size === 0) {
    channels.set(channel, listeners);
    // Failures are ignored: a failed connection reconnects, and a connection ends only with its client or its last listener.
    subscriber.subscribe(channel).then(
      () => listeners.has(own) && own(),
      () => undefined,
    );
  }
  listeners.add(own);
  return () => {
    if (!listeners.delete(own) || listeners.size > 0) return;
    channels.delete(channel);
    if (channels.size === 0) close();
    else subscriber.unsubscribe(channel).catch(() => undefined);
  };
};
