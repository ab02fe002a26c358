/// <reference lib="esnext.disposable" preserve="true" />
import type { StreamOptions } from '@platform-sdk/core';
import { PlatformError, asyncDisposeKey, isMembers } from '@platform-sdk/core/internal';
import type { Opened } from '@platform-sdk/core/contract';
import { delimited, type Job as CoreJob, type JobReading } from '@platform-sdk/core/streams';
import { finalIn, verdictOf, type FinalRules } from './final.ts';
import { wordsOfFailure } from './good-end.ts';
import { createLineReader, type Line, type Members } from './log.ts';
import { createStatements } from './statement.ts';
import type { JobEvent, JobReceived, JobResultEvent } from './types.ts';

/** A job of the converter: loop over its events, or await its result. Ending the loop early closes the connection. */
export type ConverterJob<Result> = CoreJob<JobEvent<Result>, Result>;

/** The rules for the jobs of one operation. */
export interface JobRules<Result> extends FinalRules {
  /** The name of the member that a final JSON must contain. */
  readonly needs: string;
  /** Called with every line. */
  readonly line?: (line: Line) => void;
  /** Creates the result from a log that reports success. Default: a response without a final JSON is truncated. */
  readonly fromLog?: (message: string) => Result;
  /** Adds the operation's own members to the result. */
  readonly complete?: (result: Result) => Result;
  /** Adds the operation's own members to the `received` of an error. */
  readonly received?: (received: JobReceived) => JobReceived;
}

const KEPT_LINES = 200;
/** The default timeout of a silent connection, in milliseconds. A step on the server may take 120 seconds without sending anything. */
const SILENCE_MS = 180_000;

/** Creates the error of a job that reports a failure with status 200. */
const failure = (words: string, body: Members | undefined): PlatformError =>
  new PlatformError('http', words || 'The converter failed', {
    code: typeof body?.['code'] === 'string' ? body['code'] : undefined,
    detail: words || undefined,
    body,
    outcome: 'unknown',
  });

/** Reads the log and the final JSON of one job. */
const readJob = <Result>(rules: JobRules<Result>): JobReading<JobEvent<Result>, Result> => {
  const { needs, line: onLine, fromLog, complete = (all) => all, received = (all) => all } = rules;
  const readLine = createLineReader();
  let opened: Opened;
  let log: string[] = [];
  let last: Line | undefined;
  const statements = createStatements();
  let result: Result | undefined;

  const succeed = (given: Result): JobResultEvent<Result> => {
    result = complete(given);
    return { type: 'result', result };
  };

  /** Ends the job with a JSON object that `verdictOf` recognized: returns the result, or throws the failure. */
  const take = (document: Members): JobResultEvent<Result> => {
    if (verdictOf(document, rules) === 'failure') throw failure(wordsOfFailure(document), document);
    opened.check(document);
    return succeed(document as Result);
  };

  return {
    open: (response) => void (opened = response),
    line(text, isEnded) {
      const line = readLine(text, isEnded);
      // The line is empty, or contains only terminal codes, such as the code that clears the screen.
      if (line.event.text === '') return undefined;
      last = line;
      statements.push(line);
      log.push(line.event.text);
      if (log.length > 2 * KEPT_LINES) log = log.slice(-KEPT_LINES);
      onLine?.(line);
      return line.event;
    },
    isFinal: (document) => verdictOf(opened.toLocalNames(document), rules) !== undefined,
    whole: (document) => take(opened.toLocalNames(document) as Members),
    rest(document) {
      const said = statements.last();
      if (said.is === 'failed') throw failure(said.words, said.members);
      const words = isMembers(document) ? rules.failureOf?.(document) : undefined;
      if (words !== undefined) throw failure(words, document as Members);
      if (document !== undefined)
        throw new PlatformError('invalid-response', `The final JSON has no readable \`${needs}\``, {
          field: needs,
          body: document,
        });
      const final = last && finalIn(last, rules, (found) => opened.toLocalNames(found));
      if (final) return take(final);
      if (fromLog && said.is === 'ended') return succeed(fromLog(said.words));
      throw new PlatformError('truncated', 'The stream ended before its result');
    },
    result: () => result,
    received: () => received({ log: log.slice(-KEPT_LINES) }),
  };
};

/** Creates a job from an operation's response. */
export const startJob = <Result>(
  name: string,
  open: (abandoned?: AbortSignal) => Promise<Opened>,
  { firstEventMs = SILENCE_MS, idleMs = SILENCE_MS, ...options }: StreamOptions,
  rules: JobRules<Result>,
): ConverterJob<Result> => delimited(name, open, readJob(rules), { ...options, firstEventMs, idleMs });

/** Creates a job from an existing result, and sends nothing. */
export const finishedJob = <Result>(result: Result): ConverterJob<Result> => {
  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    result: async () => result,
    async *[Symbol.asyncIterator]() {
      yield { type: 'result', result };
    },
    [asyncDispose]: async () => {},
  };
};
