import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { delimited, type Job, type JobReading } from '@platform-sdk/core/streams';
import { openedOf, scriptedBody } from './opened.ts';

/** An event of a job in these tests: a line of the log, or the final JSON. */
export type Told = readonly ['line', string] | readonly ['result', unknown];

/**
 * Reads a log in these tests. Every line is an event, except the line `-`. A log that ends with `bye` needs no result. JSON with `isOther`
 * is not a result, and JSON with `failed` reports a failure.
 */
const toldReading = (): JobReading<Told, unknown> => {
  const lines: string[] = [];
  let result: unknown;
  return {
    line(text) {
      lines.push(text);
      return text === '-' ? undefined : ['line', text];
    },
    isFinal: (document) => !(document as { isOther?: boolean } | null)?.isOther,
    whole(document) {
      if ((document as { failed?: boolean } | null)?.failed) throw new PlatformError('http', 'It failed', { body: document });
      result = document;
      return ['result', document];
    },
    rest(document) {
      if (document !== undefined) throw new PlatformError('invalid-response', 'The JSON is no result', { body: document });
      if (lines.at(-1) !== 'bye') throw new PlatformError('truncated', 'The stream ended before its result');
      result = 'bye';
      return ['result', 'bye'];
    },
    result: () => result,
    received: () => [...lines],
  };
};

/** A job whose response the test controls. */
export interface ScriptedJob extends Omit<ReturnType<typeof scriptedBody>, 'body'> {
  readonly job: Job<Told, unknown>;
}

export const scriptedJob = (options: StreamOptions = {}, type = 'text/plain; charset=utf-8'): ScriptedJob => {
  const { body, ...controls } = scriptedBody();
  const { counts } = controls;
  const open = async () => {
    counts.opened++;
    return openedOf(body, type, { signal: options.signal, close: () => void counts.closed++ });
  };
  return { ...controls, job: delimited('jobs.run', open, toldReading(), options) };
};

/** Returns the events of a response that arrives in these pieces. */
export const toldBy = async (pieces: readonly (string | Uint8Array)[], options?: StreamOptions, type?: string) => {
  const scripted = scriptedJob(options, type);
  scripted.send(...pieces.filter((piece) => piece.length > 0));
  scripted.end();
  const events: Told[] = [];
  let error: unknown;
  try {
    for await (const event of scripted.job) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, ...scripted };
};
