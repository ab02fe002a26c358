import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { readSlowly, type SlowReading } from './slow-readers.ts';

/** The sizes in megabytes for each pace. A short run only uses the first size. */
const MEGABYTES = { slow: [1, 2, 4, 8], late: [8, 4, 2, 1] } as const;

const readings = (['download', 'chat', 'job'] as const).flatMap((kind) =>
  (['slow', 'late'] as const).flatMap((pace) =>
    MEGABYTES[pace].slice(0, longCount(1, 4)).map((megabytes): SlowReading => ({ kind, pace, bytes: megabytes * 1_000_000 })),
  ),
);

it.each(readings)(
  'a slow or late reader receives the complete body although its server has closed the connection ($kind, $pace, $bytes bytes)',
  async (reading) => {
    await expect(readSlowly(reading)).resolves.toBe('whole');
  },
);
