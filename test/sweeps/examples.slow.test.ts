import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it, onTestFinished } from 'vitest';
import { isSkip } from '../../examples/skip.ts';
import { examples, journeyOf } from './example-journeys.ts';
import { HARMLESS } from './harmless.ts';

/** Faults that end the process. Examples cannot continue after a restart, because they use new names in each run. */
const RESTARTS = ['ended', 'ended-done'];

it.each(examples)('the example $name passes a sweep of all faults except restarts', { timeout: 300_000 }, async (example) => {
  const local = createLocalPlatform();
  const server = await serve(local);
  onTestFinished(() => server.close());
  const { cells, findings } = await sweep({
    local,
    journey: journeyOf(example, server),
    accepts: isSkip,
    skip: [...RESTARTS, ...HARMLESS.slice(0, longCount(HARMLESS.length, 0)), ...(example.skip ?? [])],
  });

  expect(findings.map(({ cell, kind, message }) => `${cell} ${kind}: ${message}`)).toEqual([]);
  expect(cells.length).toBeGreaterThan(longCount(5, 20));
});
