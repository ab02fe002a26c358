import timers from 'node:timers/promises';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformState } from '../platform/internals.ts';
import type { PendingCall } from '../responding/error-response.ts';
import { JOURNEY, type SweepFault } from './faults.ts';
import { secretsIn } from './flaws.ts';
import { followWork } from './pending-work.ts';
import { createPeaks, recordsIn, withoutVolatile, type SweepRecord } from './records.ts';
import type { SweepState } from './invariant.ts';
import { collectSurroundings } from './surroundings.ts';
import { installVirtualTime } from './virtual-time.ts';

/** The code under test. It creates its clients itself, because each run begins with the same state of the platform. */
export type Journey = (local: LocalPlatform) => unknown;

/** The call and the fault of a cell. */
export interface Target {
  /** Such as `wallets.transact#1`. */
  readonly call: string;
  readonly fault: SweepFault | undefined;
}

/** A request of a run. */
interface SentRequest {
  readonly id: string;
  readonly call: PendingCall;
}

/** A finished run. */
export interface Run extends SweepState {
  readonly result: 'done' | 'failed' | 'hangs' | 'ended';
  readonly value: unknown;
  readonly error: unknown;
  /** Errors that nothing handled. */
  readonly unhandled: readonly unknown[];
  readonly requests: readonly SentRequest[];
  readonly output: readonly string[];
  /** The values of secret headers. */
  readonly secrets: ReadonlySet<string>;
  readonly waitedMs: number;
}

/** The parts that all runs of a sweep share. */
export interface Stage {
  readonly local: LocalPlatform;
  readonly journey: Journey;
  /** The state before each run. */
  readonly state: PlatformState;
  /** The records before each run, and their keys. */
  readonly before: readonly SweepRecord[];
  readonly known: ReadonlySet<string>;
  readonly startAt: number;
  readonly hangsAfterMs: number;
}

// Kept, because virtual time replaces it in the module.
const { setImmediate: turn, setTimeout: realPause } = timers;

/** Turns of the event loop without an event, after which only a timer can continue the journey. */
const QUIET_TURNS = 25;
/** How long unfinished work outside of the journey may delay the virtual time, in real milliseconds. */
const PATIENCE_MS = 5000;
/** How long a journey that returned may continue in the background, in virtual milliseconds. */
const BACKGROUND_MS = 120_000;

/** The faults of a run. They count the calls of the journey, and break one of them. */
const createSaboteur = ({ local }: Stage, { call: target, fault }: Target) => {
  const { internals } = local;
  const counts = new Map<string, number>();
  const requests: SentRequest[] = [];
  const secrets = new Set<string>();
  const state = { isEnded: false, isHit: false, stalls: 0, hasStalled: false };

  const stall = (sent: Request, applied: boolean): void => {
    state.stalls += 1;
    local.faults.add({ match: (request) => request === sent, failure: 'stall', applied });
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
    if (state.isEnded) return stall(sent, false);
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
    /** Continues after the end of the process. */
    restart: () => void (state.isEnded = false),
    stop: unsubscribe,
  };
};

type Outcome = Pick<Run, 'result' | 'value' | 'error'>;

/** Starts the journey. Its outcome appears when it has settled. */
const start = ({ journey, local }: Stage, onEnd: () => void): { outcome?: Outcome } => {
  const started: { outcome?: Outcome } = {};
  const settle = (outcome: Outcome): void => {
    started.outcome = outcome;
    onEnd();
  };
  const work = async (): Promise<unknown> => journey(local);
  work().then(
    (value) => settle({ result: 'done', value, error: undefined }),
    (error: unknown) => settle({ result: 'failed', value: undefined, error }),
  );
  return started;
};

const asText = (value: unknown): string | undefined => {
  try {
    return withoutVolatile(String(JSON.stringify(value)));
  } catch {
    return undefined;
  }
};

/** Runs the journey once from the same state, in virtual time, with one fault. Never rejects. */
export const runJourney = async (stage: Stage, target: Target): Promise<Run> => {
  const { local, state, known, startAt, hangsAfterMs } = stage;
  const { internals } = local;
  const { world } = internals;
  internals.restoreState(state);
  local.faults.clear();
  const runningBefore = world.running;
  const time = installVirtualTime(startAt);
  const surroundings = collectSurroundings();
  const work = followWork();
  const saboteur = createSaboteur(stage, target);
  const peaks = createPeaks(world, known);
  const unsubscribe = internals.onCall(() => peaks.look());
  const thrown: unknown[] = [];

  const marks = (): string => [time.changes, world.reads, saboteur.requests.length, surroundings.output.length].join(' ');

  /** Waits until nothing happens any more without a timer. */
  const untilQuiet = async (isOver: () => boolean): Promise<void> => {
    let [quiet, last, since] = [0, marks(), process.hrtime.bigint()];
    while (quiet < QUIET_TURNS && !isOver()) {
      await turn();
      const now = marks();
      const isBusy = work.count > 0 || world.running - runningBefore - saboteur.state.stalls > 0;
      if (now !== last) [quiet, last, since] = [0, now, process.hrtime.bigint()];
      else if (isBusy && Number(process.hrtime.bigint() - since) < PATIENCE_MS * 1e6) await realPause(1);
      else quiet += 1;
    }
  };

  /** Waits for events that no timer and no request to the platform announces, such as those of other servers. Returns false without such an event. */
  const somethingElse = async (isOver: () => boolean): Promise<boolean> => {
    const [last, since] = [marks(), process.hrtime.bigint()];
    while (!isOver() && marks() === last && Number(process.hrtime.bigint() - since) < PATIENCE_MS * 1e6) await realPause(5);
    return isOver() || marks() !== last;
  };

  /** Lets time pass until `isOver`. Returns false if it never is. */
  const pass = async (isOver: () => boolean, untilMs: number, isBackground = false): Promise<boolean> => {
    for (;;) {
      await untilQuiet(isOver);
      if (isOver()) return true;
      const next = time.nextAt(isBackground);
      if (next === undefined && !isBackground && !saboteur.state.hasStalled && (await somethingElse(isOver))) continue;
      if (next === undefined || next > untilMs) return false;
      thrown.push(...time.fireNext());
    }
  };

  try {
    /** At the end of the journey its process may end too, and nothing is sent any more. */
    const onEnd = (): void => {
      if (target.call === JOURNEY) saboteur.state.isEnded = true;
    };
    let started = start(stage, onEnd);
    const isOver = (): boolean => started.outcome !== undefined || saboteur.state.isEnded;
    let isSettled = await pass(isOver, hangsAfterMs);
    if (saboteur.state.isEnded && !started.outcome) {
      await untilQuiet(() => false);
      time.drop();
      saboteur.restart();
      started = start(stage, onEnd);
      isSettled = await pass(isOver, time.elapsedMs + hangsAfterMs);
    }
    const waitedMs = time.elapsedMs;
    if (target.call !== JOURNEY) await pass(() => false, waitedMs + BACKGROUND_MS, true);
    time.freeze();
    peaks.look();
    const records = recordsIn(world);
    saboteur.state.isEnded = true;
    await untilQuiet(() => false);
    const outcome: Outcome = isSettled && started.outcome ? started.outcome : { result: 'hangs', value: undefined, error: undefined };
    return {
      ...outcome,
      isDone: outcome.result === 'done',
      returned: asText(outcome.value),
      records,
      peaks: peaks.peaks,
      unhandled: [...surroundings.unhandled, ...thrown],
      requests: saboteur.requests,
      output: surroundings.output,
      secrets: saboteur.secrets,
      waitedMs,
    };
  } finally {
    unsubscribe();
    saboteur.stop();
    work.stop();
    surroundings.restore();
    time.uninstall();
  }
};
