import { analytics } from '../../scenes/project-keys.ts';

const { data } = await analytics.metrics.daily({
  fromTimestamp: '2026-01-14T00:00:00Z',
});
for (const day of data) console.log(day.date, day.countTraces, day.totalCost);
