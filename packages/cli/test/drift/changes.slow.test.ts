import { runDrift, type Finding } from '@platform-sdk/cli';
import { expect, it } from 'vitest';
import { changed } from './changed-platform.ts';
import { changes, wireNamesIn } from './changes.ts';
import { populatedPlatform } from './populated-platform.ts';

const keyOf = ({ operation, kind, where }: Pick<Finding, 'operation' | 'kind' | 'where'>): string => `${operation} ${kind} ${where}`;

const findingsOf = async (given: typeof changes): Promise<readonly Finding[]> => {
  const { local, options, account } = await populatedPlatform(wireNamesIn(given));
  const report = await runDrift({
    options: { ...options, fetch: changed(local.fetch, given) },
    account,
    allowWrites: true,
    allowBilled: true,
    site: local.sampleSite,
  });
  return report.findings;
};

it('drift reports exactly the changes of a changed platform', async () => {
  const known = new Set((await findingsOf([])).map(keyOf));
  const findings = await findingsOf(changes);

  const keys = new Set(findings.map(keyOf));
  const missed = changes.map((change) => keyOf(change as Finding)).filter((key) => !keys.has(key));
  const planted = new Set(changes.map((change) => keyOf(change as Finding)));
  const falseAlarms = findings.filter((finding) => !known.has(keyOf(finding)) && !planted.has(keyOf(finding)));
  console.log(`${changes.length - missed.length} of ${changes.length} found, ${missed.length} missed, ${falseAlarms.length} false alarms`);
  expect({ missed, falseAlarms, known: [...known] }).toEqual({ missed: [], falseAlarms: [], known: [] });
});
