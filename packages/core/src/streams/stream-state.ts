/**
 * Where the reading of one stream is. `opening`: the request is on its way. `reading`: its body is. `complete`: nothing is missing.
 * `failed`: a failure ended it. `closed`: its reader left before its end. Decision 0015 draws them.
 */
export type StreamState = 'opening' | 'reading' | 'complete' | 'failed' | 'closed';

/** Every change of state there is. A complete stream fails only while events wait in its queue, by the caller's signal. */
const NEXT: Readonly<Record<StreamState, readonly StreamState[]>> = {
  opening: ['reading', 'failed', 'closed'],
  reading: ['complete', 'failed', 'closed'],
  complete: ['failed'],
  failed: [],
  closed: [],
};

/** The state of one stream, as all of its stages see it. */
export interface Progress {
  state: StreamState;
  /** The error of a failed stream, as the caller gets it. */
  failure?: unknown;
}

/** More may come. */
export const isOpen = ({ state }: Progress): boolean => state === 'opening' || state === 'reading';

/** Changes the state, where that is a change there is. */
export const moveTo = (progress: Progress, state: StreamState): boolean => {
  if (!NEXT[progress.state].includes(state)) return false;
  progress.state = state;
  return true;
};
