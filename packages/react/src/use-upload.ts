import { useCallback } from 'react';
import { useLatest, useTask } from './use-task.ts';

/** The progress of an upload. */
export interface UploadCount {
  readonly sentBytes: number;
  /** The size in bytes; undefined for a stream without a size. */
  readonly totalBytes?: number | undefined;
}

/** The state of an upload. */
export interface UploadState<Result> {
  readonly status: 'idle' | 'uploading' | 'done' | 'failed';
  /** The progress. Undefined until the first part is sent. */
  readonly progress?: UploadCount | undefined;
  /** The result. Undefined until the upload is done. */
  readonly result?: Result | undefined;
  /** A `PlatformError` of the client, or any other value that your function threw; undefined unless the upload has failed. */
  readonly error?: unknown;
}

/** A function that uploads a file: `upload` of `@platform-sdk/upload`, or a function that calls it. */
export type UploadWork<Input, Result> = (
  input: Input,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: UploadCount) => void },
) => Promise<Result>;

/** The state of an upload, and its actions. */
export interface UploadControls<Input, Result> extends UploadState<Result> {
  /** Starts an upload and cancels the previous upload. Never rejects. Resolves with undefined if the upload fails or is cancelled. */
  readonly upload: (input: Input) => Promise<Result | undefined>;
  /** Cancels the upload and closes its connection. */
  readonly cancel: () => void;
}

/** Uploads files and reports their progress. Cancels the upload when the component unmounts. */
export const useUpload = <Input, Result>(work: UploadWork<Input, Result>): UploadControls<Input, Result> => {
  const latest = useLatest(work);
  const [task, state] = useTask<UploadState<Result>>(() => ({
    initial: { status: 'idle' },
    cancelled: { status: 'idle', progress: undefined },
    failed: (error) => ({ status: 'failed', error }),
  }));
  const upload = useCallback(
    (input: Input) =>
      task.run({ status: 'uploading', progress: undefined, result: undefined, error: undefined }, async ({ signal, change }) => {
        const result = await latest.current(input, { signal, onProgress: (progress) => change({ progress }) });
        change({ status: 'done', result });
        return result;
      }),
    [task, latest],
  );
  return { ...state, upload, cancel: task.cancel };
};
