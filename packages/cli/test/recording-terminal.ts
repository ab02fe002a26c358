import type { Terminal } from '@platform-sdk/cli';

/** A terminal that keeps what is printed to it. */
export interface RecordingTerminal extends Terminal {
  readonly printed: string[];
  readonly errors: string[];
}

/** Makes a terminal without colours, whose signal is aborted by `stop`. */
export const recordingTerminal = (env: Terminal['env'] = {}, stop = new AbortController()): RecordingTerminal => {
  const [printed, errors]: [string[], string[]] = [[], []];
  return {
    printed,
    errors,
    print: (text) => void printed.push(text),
    printError: (text) => void errors.push(text),
    style: (_format, text) => text,
    env,
    signal: stop.signal,
  };
};
