/// <reference lib="esnext.disposable" preserve="true" />
import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { delimited, type Job as CoreJob, type JobReading, type Opened } from '@platform-sdk/core/contract';
import { finalIn, verdictOf, wordsOf, type FinalRules } from './final.ts';
import { createLineReader, type Line, type Members } from './log.ts';
import { statementOf, type Statement } from './statement.ts';
import type { JobEvent, Received, ResultEvent } from './types.ts';

/** Work of the converter: loop over its events, or await its result. Leaving the loop closes the connection. */
export type Job<Result> = CoreJob<JobEvent<Result>, Result>;

/** How the jobs of an operation differ from others. */
export interface JobRules<Result> extends FinalRules {
  /** The member that a final JSON has at least. */
  readonly needs: string;
  /** Called with every line. */
  readonly line?: (line: Line) => void;
  /** Makes the result of a log that says that the job ended well. Default: a response without a final JSON is cut. */
  readonly fromLog?: (message: string) => Result;
  /** Completes the result. */
  readonly complete?: (result: Result) => Result;
  /** Completes what an error carries. */
  readonly received?: (received: Received) => Received;
}

const KEPT_LINES = 200;
/** A step of a converter takes 120 seconds at most, and is silent meanwhile. */
const SILENCE_MS = 180_000;

/** A failure that a job reports, with HTTP 200. */
const failure = (words: string, body: Members | undefined): PlatformError =>
  new PlatformError('http', words || 'The converter failed', {
    code: typeof body?.['code'] === 'string' ? body['code'] : undefined,
    body,
    outcome: 'unknown',
  });

/** Keeps the last lines of a log, and the last statement that it makes of its job. */
const createLog = () => {
  let kept: string[] = [];
  let last: Line | undefined;
  let statement: { readonly line: Line; readonly of: Statement } | undefined;
  return {
    add(line: Line): void {
      const of = statementOf(line);
      last = line;
      if (of.is !== 'aftermath') statement = { line, of };
      kept.push(line.event.text);
      if (kept.length > 2 * KEPT_LINES) kept = kept.slice(-KEPT_LINES);
    },
    last: () => last,
    statement: () => statement,
    kept: () => kept.slice(-KEPT_LINES),
  };
};

/** Reads the log and the final JSON of one job. */
const readJob = <Result>(rules: JobRules<Result>, opened: () => Opened): JobReading<JobEvent<Result>, Result> => {
  const { needs, line: onLine, fromLog, complete = (all) => all, received = (all) => all } = rules;
  const readLine = createLineReader();
  const log = createLog();
  let result: Result | undefined;

  const succeed = (given: Result): ResultEvent<Result> => {
    result = complete(given);
    return { type: 'result', result };
  };

  /** Takes a document under our names that `verdictOf` accepts. */
  const take = (document: Members): ResultEvent<Result> => {
    if (verdictOf(document, rules) === 'failure') throw failure(wordsOf(document), document);
    opened().check(document);
    return succeed(document as Result);
  };

  return {
    line(text, isEnded) {
      const line = readLine(text, isEnded);
      // A code alone, such as one that clears the screen.
      if (line.event.text === '') return undefined;
      log.add(line);
      onLine?.(line);
      return line.event;
    },
    isFinal: (document) => verdictOf(opened().ours(document), rules) !== undefined,
    whole: (document) => take(opened().ours(document) as Members),
    rest(document) {
      const { line, of } = log.statement() ?? {};
      if (of?.is === 'failed') throw failure(of.words, of.members);
      if (document !== undefined) throw new PlatformError('shape', `The final JSON has no \`${needs}\``, { field: needs, body: document });
      const last = log.last();
      const final = last && finalIn(last, rules, (found) => opened().ours(found));
      if (final) return take(final);
      if (line && fromLog && of?.is === 'ended') return succeed(fromLog(line.event.text.trim()));
      throw new PlatformError('truncated', 'The stream ended before its result');
    },
    result: () => result,
    received: () => received({ log: log.kept() }),
  };
};

/** Makes a job of an operation's response. */
export const startJob = <Result>(
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  { firstEventMs = SILENCE_MS, idleMs = SILENCE_MS, ...options }: StreamOptions,
  rules: JobRules<Result>,
): Job<Result> => {
  let opened: Opened | undefined;
  const reading = readJob(rules, () => opened as Opened);
  return delimited(name, async (left) => (opened = await open(left)), reading, { ...options, firstEventMs, idleMs });
};

/** Makes a job that has its result already, and sends nothing. */
export const finishedJob = <Result>(result: Result): Job<Result> => ({
  result: async () => result,
  async *[Symbol.asyncIterator]() {
    yield { type: 'result', result };
  },
  [Symbol.asyncDispose]: async () => undefined,
});
