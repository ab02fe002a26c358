import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { delimited, type Job as CoreJob, type Opened } from '@platform-sdk/core/contract';
import { readLine, type Line } from './log.ts';
import type { JobEvent, Received, ResultEvent } from './types.ts';

/** Work of the converter: loop over its events, or await its result. Leaving the loop closes the connection, and the server ends the work. */
export type Job<Result> = CoreJob<JobEvent<Result>, Result>;

type Members = Readonly<Record<string, unknown>>;

/** What is special about the jobs of an operation. */
export interface JobRules<Result> {
  /** Hears every line. */
  readonly line?: (line: Line) => void;
  /** Whether the last line of a log in JSON, which has a `success`, may be the final JSON. */
  readonly isFinal?: (document: Members) => boolean;
  /** What a stream without a final JSON comes to. Without it, such a stream is cut. */
  readonly fromLog?: (message: string) => Result;
  /** Completes the result. */
  readonly complete?: (result: Result) => Result;
  /** Completes what an error carries. */
  readonly received?: (received: Received) => Received;
}

const KEPT_LINES = 200;
/** A failure in a line of its own, perhaps behind a sign or the time. */
const ERROR = /^[\W\dTZ]*Error:\s*(.*)$/i;
/** What comes behind a failure that ended the work: where it happened, and what is closed then. */
const AFTERMATH = /^\s|^\W*(?:at |browser|clos|clean|shut|exit|disconnect)/i;
/** How a log ends that was cut within the delimiter, or within the JSON behind it. */
const CUT = /__JSON__\s*(?:[[{][^]*)?$|(?:^|\n)(?:_|__(?:J(?:S(?:O(?:N_?)?)?)?)?)$/;

/** What a job reports as its failure, with HTTP 200. */
const failure = (body: Members | undefined, message: string): PlatformError =>
  new PlatformError('http', message || 'The converter failed', {
    code: typeof body?.['code'] === 'string' ? body['code'] : undefined,
    body,
    outcome: 'unknown',
  });

/** Makes a job of an operation's answer. */
export const startJob = <Result>(
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  options: StreamOptions,
  rules: JobRules<Result>,
): Job<Result> => {
  const { line: hear, isFinal = () => true, fromLog, complete = (all) => all, received = (all) => all } = rules;
  let opened: Opened | undefined;
  let log: string[] = [];
  let last: Line | undefined;
  /** What the log says went wrong, as long as nothing says that the work went on. */
  let failed: PlatformError | undefined;
  let result: Result | undefined;

  const take = (given: unknown): ResultEvent<Result> => {
    const document = (opened as Opened).ours(given);
    const { success, results, error, message } = Object(document) as Members;
    if (success === false && !(Array.isArray(results) && results.length > 0))
      throw failure(document as Members, [error, message].find((text) => typeof text === 'string') ?? '');
    (opened as Opened).check(document);
    result = complete(document as Result);
    return { type: 'result', result };
  };

  const failureIn = ({ event: { text }, members }: Line): PlatformError | undefined => {
    const { type, error, url } = members ?? {};
    if (type === 'error' || (typeof error === 'string' && url === undefined))
      return failure(members, typeof error === 'string' ? error : text);
    const [, words] = ERROR.exec(text) ?? [];
    if (words !== undefined) return failure(undefined, words);
    return AFTERMATH.test(text) ? failed : undefined;
  };

  return delimited<JobEvent<Result>, Result>(
    name,
    async (left) => (opened = await open(left)),
    {
      line(text) {
        const line = readLine(text);
        // A code alone, such as one that clears the screen.
        if (line.event.text === '') return undefined;
        last = line;
        failed = failureIn(line);
        hear?.(line);
        log.push(last.event.text);
        if (log.length > 2 * KEPT_LINES) log = log.slice(-KEPT_LINES);
        return last.event;
      },
      whole: take,
      rest() {
        const { event: { text } = { text: '' }, members } = last ?? {};
        if (failed) throw failed;
        const document = Object(members?.['result'] ?? members?.['data'] ?? members) as Members;
        if (typeof document['success'] === 'boolean' && isFinal(document)) return take(document);
        if (!fromLog || CUT.test(log.slice(-KEPT_LINES).join('\n')))
          throw new PlatformError('truncated', 'The stream ended before its result');
        return take(fromLog(text));
      },
      result: () => result,
      received: () => received({ log: log.slice(-KEPT_LINES) }),
    },
    options,
  );
};
