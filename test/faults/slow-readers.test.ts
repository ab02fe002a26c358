import { describe, expect, it } from 'vitest';
import { readSlowly, type SlowReading } from './slow-readers.ts';

const readings: readonly SlowReading[] = (['download', 'chat', 'job'] as const).flatMap((kind) => [
  { kind, pace: 'slow', bytes: 1_000_000 },
  { kind, pace: 'late', bytes: 8_000_000 },
]);

describe('a body whose server closes while it is read', () => {
  it.each(readings)('arrives whole and ends no process ($kind, $pace)', async (reading) => {
    await expect(readSlowly(reading)).resolves.toBe('whole');
  });
});
