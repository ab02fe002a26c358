/** A process that is killed during its refresh, and the effect on the others. */
import type { Crew } from './processes.ts';
import type { Step } from './session-process.ts';

/** The steps of a refresh after which nothing is lost: the old pair is still valid, or the new one is stored. */
export const KILL_STEPS = ['locked', 'looked', 'sent', 'written'] as const;

/** A step of the holder's own, or the arrival of its request at the service. */
type KillStep = Step | 'sent';

/** The others' calls after the holder was killed. */
interface AfterKill {
  readonly answers: readonly (string | undefined)[];
  /** Refresh tokens that were exchanged, and that were sent although they were used. */
  readonly exchanged: number;
  readonly reused: number;
  readonly signOuts: number;
}

/** Kills the first process at this step, under calls of all others. */
export const killHolder = async ({ service, workers }: Crew, step: KillStep): Promise<AfterKill> => {
  const [holder, ...others] = workers;
  if (!holder) throw new Error('a crew of at least one');
  await Promise.all(workers.map(({ ask }) => ask('call')));
  const before = { ...service.counts };
  service.expire();
  const ended = new Promise((resolve) => holder.child.on('exit', resolve));
  if (step === 'sent') {
    service.onRefresh = () => {
      service.onRefresh = undefined;
      holder.child.kill('SIGKILL');
      return new Promise(() => undefined);
    };
  } else await holder.ask({ killAt: step });
  // No call waits for the store, so the response may arrive before.
  await holder.ask('call');
  await ended;
  const answers = await Promise.all(others.map(({ ask }) => ask('call')));
  return {
    answers,
    exchanged: service.counts.exchanged - before.exchanged,
    reused: service.counts.reused - before.reused,
    signOuts: others.reduce((sum, { signOuts }) => sum + signOuts(), 0),
  };
};
