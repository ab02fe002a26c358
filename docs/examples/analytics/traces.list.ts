import { analytics } from '../../scenes/project-keys.ts';

const traces = await analytics.traces
  .list({ tags: ['production'] })
  .toArray({ limit: 5 });
for (const { name, timestamp } of traces) console.log(timestamp, name);
