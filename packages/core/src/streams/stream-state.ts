/**
 * The state of reading one stream. Decision 0019 draws the states.
 *
 * - `opening`: the request is sent.
 * - `reading`: the body is read.
 * - `complete`: nothing is missing.
 * - `failed`: a failure ended it.
 * - `closed`: its reader left before its end.
 */
export type StreamState = 'opening' | 'reading' | 'complete' | 'failed' | 'closed';

/** The valid changes of state. A complete stream fails only while events wait in its queue, by the caller's signal. */
const NEXT: Readonly<Record<StreamState, readonly StreamState[]>> = {
  opening: ['reading', 'failed', 'closed'],
  reading: ['complete', 'failed', 'closed'],
  complete: ['failed'],
  failed: [],
  closed: [],
};

/** The state of one stream, which all of its stages share. */
export interface Progress {
  state: StreamState;
  /** The request was begun. */
  isBegun?: boolean | undefined;
  /** The error of a failed stream, as the caller gets it. A stream that was closed while it was opened has the error of its request. */
  failure?: unknown;
}

/** Returns true while more may arrive. */
export const isOpen = ({ state }: Progress): boolean => state === 'opening' || state === 'reading';

/** Changes the state, if the change is valid. Returns whether it is. */
export const moveTo = (progress: Progress, state: StreamState): boolean => {
  if (!NEXT[progress.state].includes(state)) return false;
  progress.state = state;
  return true;
};
