import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
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
  /** Reads a line that the terminal does not show, such as a password. Returns undefined in the same cases as `ask`. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** Reads the complete standard input. */
  readonly readInput: () => Promise<string>;
  /** Writes text or bytes to the standard output, without a line break. Resolves when the output accepts more. Rejects with the code `EPIPE` if the reader of the output has closed it. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** The width of the standard output in characters. `Infinity` if it is not a terminal, and `COLUMNS` is not set. */
  readonly columns: number;
  /** True if a person can respond to questions. */
  readonly isInteractive: boolean;
  /** True if a person reads the standard output. */
  readonly isOutputTerminal: boolean;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
}

/** Returns the terminal of this process. The first SIGINT or SIGTERM aborts its signal, the second ends the process. */
export const processTerminal = (): Terminal => {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  let isClosed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isClosed ||= error.code === 'EPIPE';
    failUnwritten(error);
  });
  const ask = createAsk(stopped.signal);
  return {
    print: (text) => console.log(text),
    printError: (text) => console.error(text),
    // `styleText` follows NO_COLOR and FORCE_COLOR, and adds no format if the output is not a terminal.
    style: (format, text) => styleText(format as Format, text, { stream: process.stdout }),
    ask,
    askSecret: (question) => (process.stdin.isTTY ? readSecret(question, stopped) : ask(question)),
    readInput: () => textOf(process.stdin),
    write: async (chunk) => {
      if (isClosed) throw Object.assign(new Error('The output is closed'), { code: 'EPIPE' });
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain', { signal: stopped.signal }).catch(() => undefined);
    },
    columns: Number(process.env['COLUMNS']) || process.stdout.columns || Infinity,
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    isOutputTerminal: process.stdout.isTTY,
    env: process.env,
    signal: stopped.signal,
  };
};

/** Creates `ask`. All questions share one reader, because a new reader would lose lines that a pipe has already sent. */
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
    // The reader is paused, because an idle reader would keep the process alive. At a terminal, it is closed: it would read the next password.
    reader.pause();
    if (process.stdin.isTTY) {
      reader.close();
      reader = lines = undefined;
    }
    return line?.done === false ? line.value.trim() : undefined;
  };
};

/** Reads a line in raw mode, in which the terminal shows nothing and sends every key. */
const readSecret = async (question: string, stopped: AbortController): Promise<string | undefined> => {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.resume();
  let line = '';
  try {
    for (;;) {
      const [data] = (await once(stdin, 'data', { signal: stopped.signal })) as [Buffer];
      for (const key of data.toString('utf8')) {
        if (key === '\r' || key === '\n') return line;
        if (key === '\u0003') stopped.abort();
        if (key === '\u0003' || key === '\u0004') return undefined;
        line = key === '\u007F' || key === '\b' ? line.replace(/.$/su, '') : line + key;
      }
    }
  } catch {
    return undefined;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
};

/** Sets the exit code of a failure if output is lost, such as on a full disk. If a reader such as `head` closes the pipe, that is not a failure. */
const failUnwritten = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') return;
  console.error(`The output could not be written: ${error.message}`);
  process.exitCode = 1;
};
