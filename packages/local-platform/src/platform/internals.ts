import type { LiveFaults } from '../faults/faults.ts';
import type { PendingCall } from '../responding/error-response.ts';
import type { LocalService } from '../routing/service.ts';
import type { World, WorldState } from '../world/state.ts';
import type { PlatformIdentity } from './snapshot.ts';

/** A copy of everything that a platform keeps, to go back to. */
export interface PlatformState {
  readonly world: WorldState;
  readonly identity: PlatformIdentity;
}

/** The parts of a platform that its control API reads and changes. */
export interface PlatformInternals {
  readonly world: World;
  readonly faults: LiveFaults;
  readonly services: readonly LocalService[];
  /** Copies the state; `bytes` is the memory that the copy adds, about. */
  capture(): { readonly state: PlatformState; readonly bytes: number };
  /** Puts a copied state back. */
  restoreState(state: PlatformState): void;
  /** Calls `listener` with every request once its operation is looked up. */
  onCall(listener: (sent: Request, call: PendingCall) => void): void;
}
