/**
 * Compares the public API with a commit: `pnpm tool compatibility v1 --output report.md`. Default: the last release. Fails if a changeset
 * is missing, or if the result differs from the result of api-smart-diff in an unexplained way.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sentenceOf } from './compare/change.ts';
import { baseOf, compareWith } from './compare-commits.ts';
import { countText, pageOf } from './side-by-side.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { output: { type: 'string' } } });
const comparison = await compareWith(baseOf(positionals[0]));
const { commit, changes, rows, missing } = comparison;

for (const each of changes) if (each.level === 'breaking') console.log(`breaking  ${each.package}: ${sentenceOf(each)}`);
const unexplained = rows.filter(({ difference }) => difference === 'unexplained');
for (const { key, own, foreign, details } of unexplained)
  console.log(
    `differs   ${key}: ${own ?? 'no change'} for us, ${foreign ?? 'no change'} for api-smart-diff\n          ${details.join('\n          ')}`,
  );
for (const each of missing) console.log(`missing   ${each}`);
console.log(
  `Since ${commit.slice(0, 10)}: ${countText(changes)}; ${rows.length} compared with api-smart-diff, ${unexplained.length} unexplained.`,
);
if (values.output !== undefined) writeFileSync(values.output, pageOf(comparison));
process.exitCode = missing.length + unexplained.length > 0 ? 1 : 0;
