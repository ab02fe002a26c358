import type { Terminal } from '@platform-sdk/cli';

/** A terminal that records its output. */
export interface RecordingTerminal extends Terminal {
  readonly printed: string[];
  readonly errors: string[];
  /** The chunks that were written without a line break. */
  readonly written: (string | Uint8Array)[];
}

/** The parts of the terminal that a test replaces. */
export type TerminalParts = Partial<Pick<Terminal, 'askSecret' | 'readInput' | 'columns' | 'isInteractive' | 'isOutputTerminal'>>;

/** Creates a terminal without colours. `stop` aborts its signal. By default, questions get no reply. */
export const recordingTerminal = (
  env: Terminal['env'] = {},
  stop = new AbortController(),
  ask: Terminal['ask'] = async () => undefined,
  parts: TerminalParts = {},
): RecordingTerminal => {
  const [printed, errors]: [string[], string[]] = [[], []];
  const written: (string | Uint8Array)[] = [];
  return {
    printed,
    errors,
    written,
    write: async (chunk) => void written.push(chunk),
    askSecret: ask,
    readInput: async () => '',
    columns: Infinity,
    isInteractive: false,
    isOutputTerminal: false,
    ...parts,
    print: (text) => void printed.push(text),
    printError: (text) => void errors.push(text),
    style: (_format, text) => text,
    ask,
    env,
    signal: stop.signal,
  };
};
