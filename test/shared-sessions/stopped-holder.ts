/** Suspends a process during its refresh and lets it continue later, as happens to a sleeping laptop, a paused container or after Ctrl+Z. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Crew } from './processes.ts';

interface AfterStop {
  /** The results of the calls of all processes. The suspended process comes first. */
  readonly answers: readonly (string | undefined)[];
  readonly signOuts: number;
  readonly isNewestStored: boolean;
}

/** Suspends the first process before or after the service exchanges its token, while all other processes call. */
export const stopHolder = async (crew: Crew, at: 'arrived' | 'exchanged', ms: number): Promise<AfterStop> => {
  const { service, workers } = crew;
  const [holder, ...others] = workers;
  if (!holder) throw new Error('a crew of at least one');
  await Promise.all(workers.map(({ ask }) => ask('call')));
  service.expire();
  const stopped = new Promise<void>((resolve) => {
    service.onRefresh = (step) => {
      if (step !== at) return;
      service.onRefresh = undefined;
      holder.child.kill('SIGSTOP');
      resolve();
    };
  });
  const own = holder.ask('call');
  await stopped;
  const theirs = others.map(({ ask }) => ask('call'));
  await wait(ms);
  holder.child.kill('SIGCONT');
  const answers = await Promise.all([own, ...theirs]);
  // Waits until the newest tokens are stored, because calls do not wait for that.
  for (let looks = 0; looks < 100 && !service.isNewest((await crew.stored()).session); looks++) await wait(50);
  return {
    answers,
    signOuts: workers.reduce((sum, { signOuts }) => sum + signOuts(), 0),
    isNewestStored: service.isNewest((await crew.stored()).session),
  };
};
