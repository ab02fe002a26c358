import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longCount } from '@platform-sdk/test-helpers';
import { afterEach, expect, it } from 'vitest';
import { KILL_STEPS, killHolder } from '../shared-sessions/killed-holder.ts';
import { stopHolder } from '../shared-sessions/stopped-holder.ts';
import { createFilePlace, measureProcesses, plantDeadLock, startCrew, type Crew } from '../shared-sessions/processes.ts';

let crew: Crew | undefined;
afterEach(async () => {
  await crew?.close();
  crew = undefined;
});

const answersOf = (workers: Crew['workers']): Promise<(string | undefined)[]> => Promise.all(workers.map(({ ask }) => ask('call')));

it.each([
  [2, longCount(6, 40)],
  [longCount(5, 8), longCount(5, 20)],
])(
  '%d processes that share a session file refresh it once for each of %d expiries',
  async (count, expiries) => {
    await expect(measureProcesses(count, expiries)).resolves.toEqual({ expiries, notOne: 0, failures: [], reused: 0, lost: 0 });
  },
  120_000,
);

it('processes refresh a shared session once for each expiry although a dead process left a lock before it', async () => {
  const expiries = longCount(5, 10);
  const planted = measureProcesses(4, expiries, plantDeadLock);
  await expect(planted).resolves.toEqual({ expiries, notOne: 0, failures: [], reused: 0, lost: 0 });
}, 120_000);

it('processes refresh a shared session once for each expiry although the clock of one process jumps by an hour', async () => {
  let jumpMs = 0;
  const jumping = measureProcesses(2, 6, ({ workers }) => {
    jumpMs = jumpMs === 0 ? 3_600_000 : jumpMs > 0 ? -3_600_000 : 0;
    return workers[0]?.ask({ jumpMs });
  });
  await expect(jumping).resolves.toEqual({ expiries: 6, notOne: 0, failures: [], reused: 0, lost: 0 });
}, 120_000);

it.each(KILL_STEPS)(
  'processes continue and send no used refresh token if another process is killed at the step "%s" of its refresh',
  async (step) => {
    crew = await startCrew(3);
    await expect(killHolder(crew, step)).resolves.toEqual({ answers: ['ok', 'ok'], exchanged: 1, reused: 0, signOuts: 0 });
    expect(crew.service.isNewest((await crew.stored()).session)).toBe(true);
  },
  60_000,
);

it('the session ends after one more refresh request if the process that received the new tokens is killed before it stores them', async () => {
  crew = await startCrew(3);
  const { answers, exchanged, reused } = await killHolder(crew, 'received');
  for (const answer of answers) expect(answer).toContain('The session has ended');
  expect({ exchanged, reused }).toEqual({ exchanged: 1, reused: 1 });
  expect(await crew.stored()).toMatchObject({ session: null, isRejected: true });
}, 60_000);

const stops = longCount(1, 2) === 1 ? [5] : [5, 60];
it.each(stops.flatMap((seconds) => (['arrived', 'exchanged'] as const).map((at) => [seconds, at] as const)))(
  'a process that is stopped for %d s at the step "%s" of its refresh request causes no sign-out',
  async (seconds, at) => {
    crew = await startCrew(3, undefined, 1500);
    await expect(stopHolder(crew, at, seconds * 1000)).resolves.toEqual({
      answers: ['ok', 'ok', 'ok'],
      signOuts: 0,
      isNewestStored: true,
    });
  },
  150_000,
);

it('a single process that is stopped during its refresh still reads the response', async () => {
  crew = await startCrew(1, undefined);
  const stopped = stopHolder(crew, 'exchanged', longCount(5, 36) * 1000);
  await expect(stopped).resolves.toEqual({ answers: ['ok'], signOuts: 0, isNewestStored: true });
}, 150_000);

it('a process that cannot read the store causes no sign-out, and continues when the store works again', async () => {
  crew = await startCrew(2);
  const { service, workers } = crew;
  const [broken, working] = workers as [Crew['workers'][0], Crew['workers'][0]];
  await answersOf(workers);
  await broken.ask({ failReads: true });
  service.expire();
  await expect(working.ask('call')).resolves.toBe('ok');
  await expect(broken.ask('call')).resolves.toContain('the token store cannot be read');
  // Waits until the new tokens are stored, because neither call waited for that.
  await expect.poll(async () => service.isNewest((await crew?.stored())?.session)).toBe(true);
  await broken.ask({ failReads: false });
  await expect(broken.ask('call')).resolves.toBe('ok');
  expect(service.counts).toEqual({ exchanged: 1, reused: 0 });
}, 60_000);

it('after a sign-out during the refresh of another process, the file contains no session', async () => {
  crew = await startCrew(2);
  const { service, workers } = crew;
  const [one, other] = workers as [Crew['workers'][0], Crew['workers'][0]];
  for (let round = 0; round < 10; round++) {
    service.expire();
    await Promise.all([one.ask('call'), other.ask('clear')]);
    expect((await crew.stored()).session).toBeNull();
    await crew.signIn();
  }
}, 60_000);

/** Mounts a file system of 16 kB. Returns undefined if this process is not allowed to mount. */
const mounted = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'session-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
};

it('a refresh succeeds although the disk is full, and its tokens are stored when there is space again', async ({ skip }) => {
  const folder = mounted();
  if (folder === undefined) return skip('this user may not mount a disk to fill');
  crew = await startCrew(1, createFilePlace(folder));
  const { service, workers } = crew;
  await answersOf(workers);
  execFileSync('sh', ['-c', `head -c 65536 /dev/zero > ${folder}/fill 2>/dev/null || true`]);
  for (let expiries = 0; expiries < 2; expiries++) {
    service.expire();
    await expect(workers[0]?.ask('call')).resolves.toBe('ok');
  }
  rmSync(join(folder, 'fill'));
  service.expire();
  await expect(workers[0]?.ask('call')).resolves.toBe('ok');
  expect(service.counts).toEqual({ exchanged: 3, reused: 0 });
  await expect.poll(async () => service.isNewest((await crew?.stored())?.session)).toBe(true);
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
}, 60_000);
