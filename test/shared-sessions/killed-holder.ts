/** Kills a process during its refresh, and returns the effect on the other processes. */
import type { Crew } from './processes.ts';
import type { Step } from './session-process.ts';

/** The steps at which a killed process loses nothing: the old tokens are still valid, or the new tokens are stored. */
export const KILL_STEPS = ['locked', 'looked', 'sent', 'written'] as const;

/** A step in the killed process, or the arrival of its request at the service. */
type KillStep = Step | 'sent';

/** The results of the other processes after the first process was killed. */
interface AfterKill {
  readonly answers: readonly (string | undefined)[];
  /** Counts of exchanged refresh tokens, and of refresh tokens that were sent after their use. */
  readonly exchanged: number;
  readonly reused: number;
  readonly signOuts: number;
}

/** Kills the first process at this step, then calls from all other processes. */
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
  // A call does not wait for the store, so that its response can arrive before the process is killed.
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
