/** Writes the comparison as a Markdown page: counts, both programs side by side, and every change. */
import { sentenceOf, type Change, type Level } from './compare/change.ts';
import type { ComparedRow, Comparison } from './compare-commits.ts';

const LEVELS: readonly Level[] = ['breaking', 'addition', 'other'];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => ' --- |').join('')}`,
  ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
];

const countsOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly [string, number])[] =>
  [...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length] as const).toSorted(([, one], [, other]) => other - one);

/** Returns the number of changes of each level, such as `3 breaking, 1 addition, 0 other`. */
export const countText = (changes: readonly Change[]): string =>
  LEVELS.map((level) => `${changes.filter((each) => each.level === level).length} ${level}`).join(', ');

const ofContract = ({ part }: Change): boolean => part !== 'type' && part !== 'default';

const rowText = ({ key, own, foreign }: ComparedRow): readonly string[] => [`\`${key}\``, own ?? 'none', foreign ?? 'none'];

export const pageOf = ({ commit, changes, rows, missing }: Comparison): string => {
  const differing = rows.filter(({ difference }) => difference !== undefined);
  const reasons = countsOf(differing, ({ difference = '' }) => difference);
  const packages = [...new Set(changes.map((each) => each.package))].toSorted();
  const lines = [
    `# Changes since ${commit.slice(0, 10)}`,
    '',
    `Contracts: ${countText(changes.filter(ofContract))}.`,
    `Exported names: ${countText(changes.filter((each) => !ofContract(each)))}.`,
    '',
    '## Our comparison beside api-smart-diff',
    '',
    `${rows.length} fields and facts changed. Both programs give ${rows.length - differing.length} of them the same level.`,
    '',
    ...table(
      ['ours', 'api-smart-diff', 'fields and facts'],
      countsOf(rows, ({ own, foreign }) => `${own ?? 'none'}/${foreign ?? 'none'}`).map(([pair, count]) => [
        ...pair.split('/'),
        String(count),
      ]),
    ),
    '',
    '## Differences',
    '',
    ...reasons.flatMap(([reason, count]) => [
      `### ${count}: ${reason}`,
      '',
      ...table(['changed', 'ours', 'api-smart-diff'], differing.filter(({ difference }) => difference === reason).map(rowText)),
      '',
    ]),
    '## Missing changesets',
    '',
    ...(missing.length > 0 ? missing.map((each) => `- ${each}`) : ['None.']),
    '',
    '## Changes',
    '',
    ...packages.flatMap((name) => [
      `### ${name}`,
      '',
      ...LEVELS.flatMap((level) => changes.filter((each) => each.package === name && each.level === level)).map(
        (each) => `- ${each.level}: ${sentenceOf(each)}`,
      ),
      '',
    ]),
  ];
  return lines.join('\n');
};
