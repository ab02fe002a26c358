import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformState } from '../platform/internals.ts';
import { JOURNEY } from './faults.ts';
import { createPassage } from './passage.ts';
import { followWork } from './pending-work.ts';
import { createPeaks, recordsIn, withoutVolatile, type SweepRecord } from './records.ts';
import { createSaboteur, type SentRequest, type Target } from './saboteur.ts';
import type { SweepState } from './invariant.ts';
import { collectSurroundings } from './surroundings.ts';
import { installVirtualTime } from './virtual-time.ts';

/** The code under test. It must create its clients itself, because each run begins with the same state of the platform. */
export type Journey = (local: LocalPlatform) => unknown;

export interface Run extends SweepState {
  readonly result: 'done' | 'failed' | 'hangs' | 'ended';
  readonly value: unknown;
  readonly error: unknown;
  /** The errors that no code handled. */
  readonly unhandled: readonly unknown[];
  readonly requests: readonly SentRequest[];
  readonly output: readonly string[];
  /** The values of secret headers. */
  readonly secrets: ReadonlySet<string>;
  readonly waitedMs: number;
}

/** The values that all runs of a sweep share. */
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

/** How long a journey may continue in the background after it has returned, in virtual milliseconds. */
const BACKGROUND_MS = 120_000;
/** The maximum number of requests, and of fired timers, in a run. A journey that exceeds the maximum is assumed to loop forever. */
const MAX_STEPS = 10_000;

type Outcome = Pick<Run, 'result' | 'value' | 'error'>;

/** Starts the journey. The field `outcome` is set when the journey has settled. */
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
  const time = installVirtualTime(startAt);
  internals.restoreState(state);
  local.faults.clear();
  const runningBefore = world.running;
  const surroundings = collectSurroundings();
  const work = followWork();
  let steps = 0;
  let untilMs = hangsAfterMs;
  const isEndless = (): boolean => steps > MAX_STEPS || time.fired > MAX_STEPS || time.elapsedMs > untilMs;
  const saboteur = createSaboteur(local, target, isEndless);
  const peaks = createPeaks(world, known);
  const unsubscribe = internals.onCall(() => {
    steps += 1;
    peaks.look();
  });

  const { pass, untilQuiet } = createPassage(time, {
    marks: () => [world.reads, saboteur.requests.length, surroundings.output.length].join(' '),
    isBusy: () => work.count > 0 || world.running - runningBefore - saboteur.state.stalls > 0,
    hasStalled: () => saboteur.state.hasStalled,
    isEndless,
  });

  try {
    /** Ends the process when the journey returns, if the cell's fault requires that. Nothing is sent after that. */
    const onEnd = (): void => {
      if (target.call === JOURNEY) saboteur.state.isEnded = true;
    };
    let started = start(stage, onEnd);
    const isOver = (): boolean => started.outcome !== undefined || saboteur.state.isEnded;
    let isSettled = await pass(isOver, untilMs);
    if (saboteur.state.isEnded && !started.outcome) {
      await untilQuiet(() => false);
      time.drop();
      saboteur.restart();
      started = start(stage, onEnd);
      untilMs = time.elapsedMs + hangsAfterMs;
      isSettled = await pass(isOver, untilMs);
    }
    const waitedMs = time.elapsedMs;
    untilMs = waitedMs + BACKGROUND_MS;
    if (target.call !== JOURNEY) await pass(() => false, untilMs, true);
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
      unhandled: [...surroundings.unhandled, ...time.thrown],
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
