import type { LiveFaults } from '../faults/faults.ts';
import type { PendingCall } from '../responding/error-response.ts';
import type { LocalService } from '../routing/service.ts';
import type { World, WorldState } from '../world/state.ts';
import type { PlatformIdentity } from './snapshot-schema.ts';
import type { FinishedSweep } from './sweep-report.ts';

/** A copy of a platform's whole state. Pass it to `restoreState`. */
export interface PlatformState {
  readonly world: WorldState;
  readonly identity: PlatformIdentity;
}

/** The parts of a platform that its control API uses. */
export interface PlatformInternals {
  readonly world: World;
  readonly faults: LiveFaults;
  readonly services: readonly LocalService[];
  /** Copies the state. `bytes` is the approximate size of the copy. */
  capture(): { readonly state: PlatformState; readonly bytes: number };
  restoreState(state: PlatformState): void;
  /** The finished sweeps, oldest first. */
  readonly sweeps: FinishedSweep[];
  /** Calls `listener` with every request after its operation is matched. Returns an unsubscribe function. */
  onCall(listener: (sent: Request, call: PendingCall) => void): () => void;
}
