/** The part of a connection that emits events, in both libraries. */
interface Emitter {
  on(event: string, listener: (...values: string[]) => void): unknown;
  off(event: string, listener: (...values: string[]) => void): unknown;
}

/** The methods of a `redis` (node-redis) client or cluster client that this package uses. */
export interface NodeRedisClient extends Emitter {
  readonly isOpen: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  duplicate(): NodeRedisSubscriber;
}

/** The methods of the second `redis` connection, which is used only for subscriptions. */
export interface NodeRedisSubscriber extends Emitter {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => unknown): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  destroy(): unknown;
}

/** The methods of an `ioredis` client or cluster client that this package uses. */
export interface IoredisClient extends Emitter {
  readonly status: string;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  duplicate(): IoredisSubscriber;
}

/** The methods of the second `ioredis` connection, which is used only for subscriptions. */
export interface IoredisSubscriber extends Emitter {
  readonly status: string;
  connect(): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  disconnect(): unknown;
}

/** The program's client of `redis` or `ioredis`. The program must close it. */
export type RedisClient = NodeRedisClient | IoredisClient;

/** A connection that receives the messages of channels. */
export interface Subscriber {
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  close(): void;
}

/** The callbacks of a subscribing connection. */
export interface SubscriberEvents {
  readonly onMessage: (channel: string, message: string) => void;
  /** Called after a reconnection, because messages may have been missed. */
  readonly onReconnect: () => void;
}

const isIoredis = (client: RedisClient): client is IoredisClient => 'status' in client;

/** The result of a script. */
export type Reply = string | number | null | undefined | readonly Reply[];

/** Runs a script atomically on the server. */
export const evaluate = async (client: RedisClient, script: string, keys: readonly string[], args: readonly string[]): Promise<Reply> => {
  const reply = isIoredis(client)
    ? client.eval(script, keys.length, ...keys, ...args)
    : client.eval(script, { keys: [...keys], arguments: [...args] });
  return (await reply) as Reply;
};

export const list = (reply: Reply): readonly Reply[] => (Array.isArray(reply) ? (reply as readonly Reply[]) : []);

const nodeRedisSubscriber = (client: NodeRedisClient, { onMessage, onReconnect }: SubscriberEvents): Subscriber => {
  const connection = client.duplicate();
  // Without a listener for errors, an error of node-redis would end the process.
  connection.on('error', () => undefined);
  onLaterReady(connection, onReconnect);
  const connecting = connection.connect();
  return {
    async subscribe(channel) {
      await connecting;
      await connection.subscribe(channel, (message) => onMessage(channel, message));
    },
    async unsubscribe(channel) {
      // Waits for the subscription, because unsubscribing before it has no effect.
      await connecting;
      await connection.unsubscribe(channel);
    },
    close() {
      // The promise rejects if the connection is destroyed before it is open.
      connecting.catch(() => undefined);
      if (connection.isOpen) connection.destroy();
    },
  };
};

const ioredisSubscriber = (client: IoredisClient, { onMessage, onReconnect }: SubscriberEvents): Subscriber => {
  // If a connection closes during ioredis's own resubscription, ioredis causes an unhandled rejection. So this code subscribes again itself.
  const connection = (client as { duplicate(options: object): IoredisSubscriber }).duplicate({ autoResubscribe: false });
  // Without a listener for errors, ioredis would print each error.
  connection.on('error', () => undefined);
  connection.on('message', (channel: string, message: string) => onMessage(channel, message));
  const channels = new Set<string>();
  const waiting: (() => void)[] = [];
  connection.on('ready', () => {
    for (const resolve of waiting.splice(0)) resolve();
  });
  onLaterReady(connection, () => {
    // After a failure, the next connection subscribes again.
    Promise.all(Array.from(channels, (channel) => connection.subscribe(channel))).then(onReconnect, () => undefined);
  });
  /** Waits until the connection is ready. Without an offline queue, ioredis rejects commands while it connects or reconnects. */
  const ready = async (): Promise<void> => {
    if (connection.status !== 'ready') await new Promise<void>((resolve) => waiting.push(resolve));
  };
  if (connection.status === 'wait') connection.connect().catch(() => undefined);
  return {
    async subscribe(channel) {
      await ready();
      channels.add(channel);
      await connection.subscribe(channel);
    },
    async unsubscribe(channel) {
      // Waits for the subscription, because unsubscribing before it has no effect.
      await ready();
      channels.delete(channel);
      await connection.unsubscribe(channel);
    },
    close: () => void connection.disconnect(),
  };
};

/** Calls `listener` each time a connection is ready, except for the first. */
const onLaterReady = (connection: Emitter, listener: () => void): void => {
  let wasReady = false;
  connection.on('ready', () => {
    if (wasReady) listener();
    wasReady = true;
  });
};

/** Opens a second connection, because a subscribing connection cannot send other commands. */
export const openSubscriber = (client: RedisClient, events: SubscriberEvents): Subscriber =>
  isIoredis(client) ? ioredisSubscriber(client, events) : nodeRedisSubscriber(client, events);
