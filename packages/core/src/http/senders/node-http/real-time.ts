/** Calls a function after one turn of the event loop. */
export type Turn = (work: () => void) => void;

/**
 * Returns Node's own `setImmediate`, or another means if a test has replaced it. A call over a real connection would wait forever for a fake
 * one. In Jest's jsdom it is missing, and Jest replaces the global one alone.
 */
export const turnOf = (found: Turn): Turn => (/\bnew Immediate\(/.test(Function.prototype.toString.call(found)) ? found : byMessage);

const byMessage: Turn = (work) => {
  const { MessageChannel } = process.getBuiltinModule('node:worker_threads');
  const { port1, port2 } = new MessageChannel();
  port2.once('message', () => {
    port1.close();
    work();
  });
  port1.postMessage('');
};

/** Calls a function once after a time. It keeps no process alive. */
export interface Alarm {
  /** Replaces the time that was set before. */
  readonly set: (ms: number) => void;
  readonly clear: () => void;
}

export const createAlarm = (work: () => void): Alarm => {
  // The timeout of a socket is the one timer of Node that tests do not replace. In jsdom, others are numbers without `unref`.
  const timer = new (process.getBuiltinModule('node:net').Socket)().on('timeout', work);
  return {
    set: (ms) => void timer.setTimeout(Math.max(1, ms)),
    clear: () => void timer.setTimeout(0),
  };
};
