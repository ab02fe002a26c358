import { longCount } from '@platform-sdk/test-helpers';
import { expect, it, vi } from 'vitest';
import { startCrew, type Crew } from '../../../test/shared-sessions/processes.ts';
import { killHolder, KILL_STEPS } from '../../../test/shared-sessions/killed-holder.ts';
import { createRedisPlace } from './session-place.ts';

// The lease of a killed holder ends after two seconds.
vi.setConfig({ testTimeout: 120_000 });

const COUNT = longCount(3, 4);

/** Runs a test with separate processes and a separate server. */
const withCrew = async (work: (crew: Crew) => Promise<void>): Promise<void> => {
  const crew = await startCrew(COUNT, await createRedisPlace());
  try {
    await work(crew);
  } finally {
    await crew.close();
  }
};

// The processes of these tests wait in parallel.
it.concurrent.each(KILL_STEPS)(
  'after a process is killed at the step "%s", other processes use the session and send no used token',
  (step) =>
    withCrew(async (crew) => {
      const answers = Array.from({ length: COUNT - 1 }, () => 'ok');
      await expect(killHolder(crew, step)).resolves.toEqual({ answers, exchanged: 1, reused: 0, signOuts: 0 });
      expect(crew.service.isNewest((await crew.stored()).session)).toBe(true);
    }),
);

it.concurrent('if a process is killed with the only new tokens, the session ends for all after one more request', () =>
  withCrew(async (crew) => {
    const { answers, exchanged, reused } = await killHolder(crew, 'received');
    for (const answer of answers) expect(answer).toContain('The session has ended');
    expect({ exchanged, reused }).toEqual({ exchanged: 1, reused: 1 });
    expect(await crew.stored()).toMatchObject({ session: null, isRejected: true });
  }));
