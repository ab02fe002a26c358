import { format } from 'node:util';

/** The printed lines and the unhandled errors of a run. */
export interface Surroundings {
  readonly output: readonly string[];
  readonly unhandled: readonly unknown[];
  restore(): void;
}

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'dir', 'table', 'trace'] as const;
const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

/** Collects the printed lines and the unhandled errors of a run. Other listeners, such as listeners of a test runner, are restored at the end. */
export const collectSurroundings = (): Surroundings => {
  const output: string[] = [];
  const unhandled: unknown[] = [];
  const real = Object.fromEntries(METHODS.map((name) => [name, console[name]]));
  const collect = (...values: unknown[]): void => void output.push(format(...values));
  Object.assign(console, Object.fromEntries(METHODS.map((name) => [name, collect])));
  const streams = [process.stdout, process.stderr] as const;
  const own = streams.map((stream) => Object.getOwnPropertyDescriptor(stream, 'write'));
  const write: typeof process.stdout.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    output.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const written = rest.find((each): each is () => void => typeof each === 'function');
    written?.();
    return true;
  };
  for (const stream of streams) stream.write = write;
  const onUnhandled = (error: unknown): void => void unhandled.push(error);
  const others = EVENTS.map((event) => [event, process.rawListeners(event) as NodeJS.UncaughtExceptionListener[]] as const);
  for (const event of EVENTS) process.removeAllListeners(event).on(event, onUnhandled);
  return {
    output,
    unhandled,
    restore() {
      Object.assign(console, real);
      for (const [index, stream] of streams.entries()) {
        const descriptor = own[index];
        if (descriptor) Object.defineProperty(stream, 'write', descriptor);
        else Reflect.deleteProperty(stream, 'write');
      }
      for (const [event, listeners] of others) {
        process.removeAllListeners(event);
        for (const listener of listeners) process.on(event as 'uncaughtException', listener);
      }
    },
  };
};
