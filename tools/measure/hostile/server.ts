/** Serves a local platform in a separate process, and measures the cost of each request. */
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { MEMORY_TOKEN } from '../../../test/calls/hostile/attack.ts';

/** The reply to a `measure` message, with the figures since the previous message. */
export interface Measured {
  /** The longest time, in CPU milliseconds, for which the server's thread did not return to its event loop. */
  readonly blockMs: number;
  /** The maximum memory growth of the process, in bytes. */
  readonly memory: number;
}

const platform = createLocalPlatform({
  converter: { allowedHosts: ['127.0.0.1'], rateLimit: { limit: Infinity, windowSeconds: 60 } },
});
platform.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: MEMORY_TOKEN }] });
const server = await serve(platform);

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let last = cpuMs();
let blockMs = 0;
let memory = 0;
let base = 0;

const look = (): void => {
  const now = cpuMs();
  blockMs = Math.max(blockMs, now - last);
  memory = Math.max(memory, process.memoryUsage.rss());
  last = cpuMs();
};
setInterval(look, 1);

process.on('message', () => {
  look();
  process.send?.({ blockMs, memory: base === 0 ? 0 : memory - base } satisfies Measured);
  globalThis.gc?.();
  base = process.memoryUsage.rss();
  last = cpuMs();
  blockMs = memory = 0;
});
const { email, password } = platform.account;
process.send?.({ port: server.port, email, password });
