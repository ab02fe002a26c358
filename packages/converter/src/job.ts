import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { delimited, problemsOf, type Job as CoreJob, type Opened, type SchemaData } from '@platform-sdk/core/contract';
import { readLine, type Line } from './log.ts';
import type { JobEvent, Received, ResultEvent } from './types.ts';

/** Work of the converter: loop over its events, or await its result. Leaving the loop closes the connection, and the server ends the work. */
export type Job<Result> = CoreJob<JobEvent<Result>, Result>;

/** What is special about the jobs of an operation. */
export interface JobRules<Result> {
  readonly output: SchemaData;
  /** Hears every line. */
  readonly line?: (line: Line) => void;
  /** What a stream without a final JSON comes to. Without it, such a stream is cut. */
  readonly fromLog?: (message: string) => Result;
  /** Completes the result. */
  readonly complete?: (result: Result) => Result;
  /** Completes what an error carries. */
  readonly received?: (received: Received) => Received;
}

const KEPT_LINES = 200;
/** How a log ends that was cut within the delimiter, or within the JSON behind it. */
const CUT = /__JSON__\s*(?:[[{][^]*)?$|(?:^|\n)(?:_|__(?:J(?:S(?:O(?:N_?)?)?)?)?)$/;

type Members = Readonly<Record<string, unknown>>;

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
  open: () => Promise<Opened>,
  options: StreamOptions,
  rules: JobRules<Result>,
): Job<Result> => {
  const { output, line: hear, fromLog, complete = (result) => result, received = (all) => all } = rules;
  let log: string[] = [];
  let last: Line | undefined;
  let result: Result | undefined;

  const take = (document: unknown): ResultEvent<Result> => {
    const members = Object(document) as Members;
    if (members['success'] === false && !Array.isArray(members['results'])) {
      const { error, message } = members as { readonly error?: unknown; readonly message?: unknown };
      throw failure(members, [error, message].find((text) => typeof text === 'string') ?? '');
    }
    const [problem] = problemsOf(output, document).filter(({ field }) => field === '');
    if (problem) throw new PlatformError('shape', `The final JSON ${problem.message}`);
    result = complete(document as Result);
    return { type: 'result', result };
  };

  return delimited<JobEvent<Result>, Result>(
    name,
    open,
    {
      line(text) {
        const line = readLine(text);
        // A code alone, such as one that clears the screen.
        if (line.event.text === '') return undefined;
        last = line;
        hear?.(line);
        log.push(last.event.text);
        if (log.length > 2 * KEPT_LINES) log = log.slice(-KEPT_LINES);
        return last.event;
      },
      whole: take,
      rest() {
        const { event: { text } = { text: '' }, members } = last ?? {};
        const [, error] = /^\W*Error:\s*(.*)$/i.exec(text) ?? [];
        if (error !== undefined) throw failure(undefined, error);
        // The last line of a log in JSON may be the result; where lines report single pages, it is one with all of them.
        const document = Object(members?.['result'] ?? members?.['data'] ?? members) as Members;
        if (typeof document['success'] === 'boolean' && (!hear || Array.isArray(document['results']))) return take(document);
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
