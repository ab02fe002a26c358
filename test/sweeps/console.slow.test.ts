import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it, onTestFinished } from 'vitest';
import { consoleJourney } from './console-journey.ts';
import { HARMLESS } from './harmless.ts';

it('the console server passes a sweep of all faults except restarts', { timeout: 300_000 }, async () => {
  const local = createLocalPlatform();
  const server = await serve(local);
  onTestFinished(() => server.close());
  // Omits the faults that end the process: after a restart, the user of the console continues, not its server.
  const skip = ['ended', 'ended-done', ...HARMLESS.slice(0, longCount(HARMLESS.length, 0))];
  const { cells, findings } = await sweep({ local, journey: consoleJourney(server), skip });

  expect(findings.map(({ cell, kind, message }) => `${cell} ${kind}: ${message}`)).toEqual([]);
  expect(cells.length).toBeGreaterThan(longCount(20, 60));
});
