import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { styleText } from 'node:util';

/** A colour or a weight, as `styleText` of `node:util` names it. */
export type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** The environment of a command. A command prints only through this object. */
export interface Terminal {
  /** Prints a line to the standard output. */
  readonly print: (text: string) => void;
  /** Prints a line to the standard error. */
  readonly printError: (text: string) => void;
  /** Returns the text in this format if the output is a terminal with colours, otherwise the unchanged text. */
  readonly style: (format: Format | readonly Format[], text: string) => string;
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a line from the user. Returns undefined when the standard input is closed, or the command is stopped. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. The first SIGINT or SIGTERM aborts its signal, the second ends the process. */
export const processTerminal = (): Terminal => {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  process.stdout.on('error', failUnwritten);
  return {
    print: (text) => console.log(text),
    printError: (text) => console.error(text),
    // `styleText` honours NO_COLOR, FORCE_COLOR and a stream that is not a terminal.
    style: (format, text) => styleText(format as Format, text, { stream: process.stdout }),
    ask: createAsk(stopped.signal),
    env: process.env,
    signal: stopped.signal,
  };
};

/** One reader serves all questions, because a new reader would lose lines that a pipe has sent early. */
const createAsk = (signal: AbortSignal): Terminal['ask'] => {
  let reader: Interface | undefined;
  let lines: AsyncIterator<string> | undefined;
  return async (question) => {
    if (signal.aborted) return undefined;
    process.stderr.write(question);
    reader ??= createInterface({ input: process.stdin });
    lines ??= reader[Symbol.asyncIterator]();
    reader.resume();
    const stop = new AbortController();
    const aborted = once(signal, 'abort', { signal: stop.signal }).then(
      () => undefined,
      () => undefined,
    );
    const line = await Promise.race([lines.next(), aborted]);
    stop.abort();
    // An idle reader would keep the process alive.
    reader.pause();
    return line?.done === false ? line.value.trim() : undefined;
  };
};

/** Exits with a failure if output is lost, such as on a full disk. A closed pipe, as by `head`, is not a failure. */
const failUnwritten = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') return;
  console.error(`The output could not be written: ${error.message}`);
  process.exitCode = 1;
};
