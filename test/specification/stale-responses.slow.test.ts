import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { isSilent, readMethods } from './stale-responses/reads.ts';
import { walk, type Findings } from './stale-responses/walk.ts';
import { writeMethods } from './stale-responses/writes.ts';

const namesOf = (methods: readonly { readonly name: string }[]): string[] => methods.map(({ name }) => name);

// With two seeds, every write succeeds at least once.
it('`invalidates` covers every path that a write changes, so that no cached response is outdated', { timeout: 600_000 }, async () => {
  const findings: Findings = { stale: new Map(), written: new Set(), seen: new Set(), effective: new Set() };
  const unwritten = (): string[] => namesOf(writeMethods).filter((name) => !findings.written.has(name));
  for (const [index, seed] of [5, 6, 1, 2, 3, 4].entries())
    if (unwritten().length > 0 || index < longCount(0, 6)) await walk(seed, findings);
  expect(Object.fromEntries(findings.stale), 'add the paths of these reads to `invalidates` of the write').toEqual({});
  expect(unwritten(), 'step 3: give them inputs that succeed, in test/specification/stale-responses/writes.ts').toEqual([]);
  expect(
    namesOf(readMethods.filter(isSilent)).filter((name) => !findings.seen.has(name)),
    'give them inputs that succeed, in test/specification/stale-responses/reads.ts',
  ).toEqual([]);
});
