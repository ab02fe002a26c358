import { useCallback } from 'react';
import { useLatest, useTask } from './use-task.ts';

/** A job that reports its progress. `@platform-sdk/converter` and core's `fromResponse` return such jobs. */
export interface JobSource<Result> extends AsyncIterable<unknown> {
  result(): Promise<Result>;
}

/** The state of a job. */
export interface JobState<Result> {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** The last lines of the log. */
  readonly log: readonly string[];
  /** The progress from 0 to 100. Undefined until the log reports progress, and 100 when the job is done. */
  readonly percent?: number | undefined;
  /** The result. Undefined until the job is done. */
  readonly result?: Result | undefined;
  /** A `PlatformError` of the client, or any other value that your function threw; undefined unless the job has failed. */
  readonly error?: unknown;
}

/** Settings of `useJob`. */
export interface JobOptions {
  /** The number of log lines to keep. Default: 500. */
  readonly maxLines?: number;
}

/** The state of a job, and its actions. */
export interface JobControls<Input, Result> extends JobState<Result> {
  /** Starts a job and cancels the previous job. Never rejects. Resolves with undefined if the job fails or is cancelled. */
  readonly start: (input: Input) => Promise<Result | undefined>;
  /** Cancels the job and closes its connection. The log stays. */
  readonly cancel: () => void;
}

const MAX_LINES = 500;

/** Runs a job and keeps its log and progress. Cancels the job when the component unmounts. */
export const useJob = <Input, Result>(
  work: (input: Input, options: { readonly signal: AbortSignal }) => JobSource<Result> | Promise<JobSource<Result>>,
  { maxLines = MAX_LINES }: JobOptions = {},
): JobControls<Input, Result> => {
  const latest = useLatest({ work, maxLines });
  const [task, state] = useTask<JobState<Result>>(() => ({
    initial: { status: 'idle', log: [] },
    cancelled: { status: 'idle' },
    failed: (error) => ({ status: 'failed', error }),
  }));
  const start = useCallback(
    (input: Input) =>
      task.run({ status: 'running', log: [], percent: undefined, result: undefined, error: undefined }, async ({ signal, change }) => {
        const job = await latest.current.work(input, { signal });
        for await (const event of job) {
          if (signal.aborted) break;
          const { text, percent } = event as { readonly text?: unknown; readonly percent?: number };
          const { log } = task.get();
          change({
            ...(typeof text === 'string' && { log: [...log, text].slice(-latest.current.maxLines) }),
            ...(percent !== undefined && { percent }),
          });
        }
        const result = await job.result();
        change({ status: 'done', percent: 100, result });
        return result;
      }),
    [task, latest],
  );
  return { ...state, start, cancel: task.cancel };
};
