import type { Terminal } from '@platform-sdk/cli';

/** A terminal that records its output. */
export interface RecordingTerminal extends Terminal {
  readonly printed: string[];
  readonly errors: string[];
}

/** Makes a terminal without colours, whose signal is aborted by `stop`. By default, nobody responds to a question. */
export const recordingTerminal = (
  env: Terminal['env'] = {},
  stop = new AbortController(),
  ask: Terminal['ask'] = async () => undefined,
): RecordingTerminal => {
  const [printed, errors]: [string[], string[]] = [[], []];
  return {
    printed,
    errors,
    print: (text) => void printed.push(text),
    printError: (text) => void errors.push(text),
    style: (_format, text) => text,
    ask,
    env,
    signal: stop.signal,
  };
};
