/** Processes that share a session by a file. */
import { KILL_STEPS, killHolder } from './killed-holder.ts';
import { measureProcesses, measureReachOfProcesses, plantDeadLock, startCrew, type Place, type Worker } from './processes.ts';
import { addReach, addResult, type Report } from './report.ts';

export const measureFilesAndRefreshes = async (expiries: number, report: Report): Promise<void> => {
  const fewer = Math.ceil(expiries / 10);
  for (const count of [2, 8]) {
    addResult(report, `${count} processes, fileTokenStore`, await measureProcesses(count, fewer));
    addResult(report, `${count} processes, a dead process left the lock`, await measureProcesses(count, fewer, plantDeadLock));
  }
  await measureKilledHolders('fileTokenStore', undefined, report);
  addReach(report, 'two processes, fileTokenStore', await measureReachOfProcesses(20));
  await measureFailingReads(report);
  await measureSignOuts(Math.ceil(expiries / 5), report);
  await measureRefreshes(Math.ceil(expiries / 5), report);
};

/** A holder of the lock that is killed at each step of its refresh, beside three others. */
export const measureKilledHolders = async (
  store: string,
  createPlace: (() => Promise<Place>) | undefined,
  report: Report,
): Promise<void> => {
  let lost = 0;
  let failed = 0;
  let reused = 0;
  for (const step of KILL_STEPS) {
    const crew = await startCrew(4, await createPlace?.());
    try {
      const after = await killHolder(crew, step);
      lost += after.signOuts;
      reused += after.reused;
      failed += after.answers.filter((answer) => answer !== 'ok').length;
    } finally {
      await crew.close();
    }
  }
  const found = `${KILL_STEPS.length} steps: ${reused} used tokens sent, ${failed} calls failed, ${lost} sessions lost`;
  report(`a holder killed at each step of its refresh, ${store}`, found, lost + failed + reused === 0);
};

/** One process that cannot read the store, and a 401. */
const measureFailingReads = async (report: Report): Promise<void> => {
  const crew = await startCrew(2);
  const [broken, working] = crew.workers as [Worker, Worker];
  await Promise.all([broken.ask('call'), working.ask('call')]);
  await broken.ask({ failReads: true });
  crew.service.expire();
  await broken.ask('call');
  const isKept = (await working.ask('call')) === 'ok';
  await crew.close();
  report(
    'a process whose reads of the store fail, and a 401',
    isKept ? 'the session of the others is kept' : 'the session is lost',
    isKept,
  );
};

/** A sign-out in one process beside a refresh in another. */
const measureSignOuts = async (times: number, report: Report): Promise<void> => {
  let usable = 0;
  const crew = await startCrew(2);
  const [one, other] = crew.workers as [Worker, Worker];
  for (let round = 0; round < times; round++) {
    crew.service.expire();
    await Promise.all([one.ask('call'), other.ask('clear')]);
    if ((await crew.stored()).session) usable++;
    await crew.signIn();
  }
  await crew.close();
  report('logout in one process beside a refresh in another', `${usable} of ${times} files hold a usable session afterwards`, usable === 0);
};

/** `auth.refresh()` beside a call on an expired token. */
const measureRefreshes = async (times: number, report: Report): Promise<void> => {
  const crew = await startCrew(1);
  const [one] = crew.workers as [Worker];
  await one.ask('call');
  for (let round = 0; round < times; round++) {
    crew.service.expire();
    await Promise.all([one.ask('call'), one.ask('refresh')]);
  }
  const { reused } = crew.service.counts;
  const lost = one.signOuts();
  await crew.close();
  report(
    'auth.refresh() beside a call on an expired token',
    `${times} times: ${lost} sign-outs, ${reused} used tokens sent`,
    lost + reused === 0,
  );
};
