import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PendingCall } from '../responding/error-response.ts';
import type { SweepFault } from './faults.ts';
import { secretsIn } from './flaws.ts';

/** The call and the fault of a cell. */
export interface Target {
  /** The id of the call, such as `wallets.transact#1`. */
  readonly call: string;
  readonly fault: SweepFault | undefined;
}

/** A request that the journey sent in a run of the sweep. */
export interface SentRequest {
  readonly id: string;
  readonly call: PendingCall;
}

/** Counts the calls of a journey, and adds the fault at the target call. An endless journey gets no further responses. */
export const createSaboteur = (local: LocalPlatform, { call: target, fault }: Target, isEndless: () => boolean) => {
  const { internals } = local;
  const counts = new Map<string, number>();
  const requests: SentRequest[] = [];
  const secrets = new Set<string>();
  const state = { isEnded: false, isHit: false, stalls: 0, hasStalled: false };

  const stall = (sent: Request, applied: boolean): void => {
    const respond = (): Promise<Response> => {
      // Called after the service has applied the request.
      state.stalls += 1;
      return new Promise(() => undefined);
    };
    local.faults.add({ match: (request) => request === sent, respond, applied });
  };

  const hit = (sent: Request, { fault: given, ends, expires }: SweepFault): void => {
    state.isHit = true;
    state.hasStalled = given?.failure === 'stall-body';
    if (expires) local.clock.advance(internals.world.settings.accessTokenSeconds * 1000);
    else if (ends) {
      state.isEnded = true;
      stall(sent, given?.applied ?? false);
    } else local.faults.add({ ...given, match: (request) => request === sent });
  };

  const unsubscribe = internals.onCall((sent, call) => {
    const name = call.found?.route.name;
    for (const secret of secretsIn(sent)) secrets.add(secret);
    // The journey has continued after the stall, because it sends this request.
    state.hasStalled = false;
    if (state.isEnded || isEndless()) return stall(sent, false);
    const number = (counts.get(name ?? '') ?? 0) + 1;
    counts.set(name ?? '', number);
    const id = `${name ?? 'unknown'}#${number}`;
    requests.push({ id, call });
    if (fault && !state.isHit && id === target) hit(sent, fault);
  });

  return {
    requests,
    secrets,
    state,
    /** Starts a new process after the process of the journey has ended: its requests get responses again. */
    restart: () => void (state.isEnded = false),
    stop: unsubscribe,
  };
};
