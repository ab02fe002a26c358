import { longCount } from '@platform-sdk/test-helpers';
import { afterEach, expect, it } from 'vitest';
import { runSchedule, type Outcome } from './model/schedule.ts';
import { startTimeline, type Timeline } from './model/timeline.ts';

/** The first seed, and the number of schedules. To repeat a failed schedule, set `MODEL_SEED=... MODEL_COUNT=1`. */
const SEED = Number(process.env['MODEL_SEED'] ?? 1);
const COUNT = Number(process.env['MODEL_COUNT'] ?? longCount(200, 20_000));
const AT_ONCE = 500;

let timeline: Timeline | undefined;
afterEach(() => timeline?.restore());

const runAll = async (): Promise<Outcome[]> => {
  const failed: Outcome[] = [];
  for (let seed = SEED; seed < SEED + COUNT; seed += AT_ONCE) {
    const time = (timeline = startTimeline());
    const seeds = Array.from({ length: Math.min(AT_ONCE, SEED + COUNT - seed) }, (_, index) => seed + index);
    const running = Promise.all(seeds.map((each) => runSchedule(time, each, 0)));
    await time.run(2_000_000);
    const outcomes = await running;
    time.restore();
    failed.push(...outcomes.filter(({ problems }) => problems.length > 0));
  }
  return failed;
};

it(`keeps the session correct in ${COUNT} schedules of refreshes, sign-outs, crashes, lost locks and late writes`, async () => {
  const failed = await runAll();
  const [first] = failed;
  const report = first && [
    `${failed.length} of ${COUNT} schedules failed: seeds ${failed
      .slice(0, 20)
      .map(({ seed }) => seed)
      .join(', ')}`,
    ...first.problems,
    ...first.story,
  ];
  expect(report).toBeUndefined();
}, 1_200_000);
