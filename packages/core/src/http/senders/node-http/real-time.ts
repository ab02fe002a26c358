/** Calls a function after one turn of the event loop. */
export type Turn = (work: () => void) => void;

/**
 * Returns Node's own `setImmediate`, or a replacement if a test fakes it: a call over a real connection would wait forever for a fake.
 * In Jest's jsdom it is missing, and Jest fakes only the global function.
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

/** A timer that calls a function once. The timer does not keep the process alive. */
export interface Alarm {
  /** Sets the time, and replaces an earlier one. */
  readonly set: (ms: number) => void;
  readonly clear: () => void;
}

export const createAlarm = (work: () => void): Alarm => {
  // The timeout of a socket is the only timer of Node that tests do not fake. In jsdom, other timers are numbers without `unref`.
  const timer = new (process.getBuiltinModule('node:net').Socket)().on('timeout', work);
  return {
    set: (ms) => void timer.setTimeout(Math.max(1, ms)),
    clear: () => void timer.setTimeout(0),
  };
};
