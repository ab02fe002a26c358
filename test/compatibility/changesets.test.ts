import { changesetOfRelease, missingChangesets, parseChangeset } from '@platform-sdk/compatibility/changesets';
import type { Change } from '@platform-sdk/compatibility/compare/change';
import { expect, it } from 'vitest';

const name = '@platform-sdk/wallets';
const untouched = { name, version: '0.1.0', isTouched: false };
const breaking: Change = { package: name, subject: 'wallets.get', part: 'operation', level: 'breaking', message: 'was removed' };

const changeset = (bump: string, text: string) => parseChangeset('a.md', `---\n'${name}': ${bump}\n---\n\n${text}\n`);

it('a package without changes needs no changeset', () => {
  expect(missingChangesets([untouched], [], [])).toEqual([]);
});

it('a package with changed sources needs a changeset', () => {
  const changed = { ...untouched, isTouched: true };
  expect(missingChangesets([changed], [], [])).toEqual([
    `${name} changed, but no changeset names it. Add a changeset: \`pnpm changeset\`.`,
  ]);
  expect(missingChangesets([changed], [], [changeset('patch', 'Repairs a message.')])).toEqual([]);
});

it('before version 1.0, a breaking change needs a minor version and a line that begins with Breaking', () => {
  const missing = [
    `${name} has 1 breaking change. Add a \`minor\` changeset with a line that begins with \`Breaking:\`: \`pnpm changeset\`.`,
  ];
  expect(missingChangesets([untouched], [breaking], [])).toEqual(missing);
  expect(missingChangesets([untouched], [breaking], [changeset('minor', 'A change.')])).toEqual(missing);
  expect(missingChangesets([untouched], [breaking], [changeset('patch', 'Breaking: no `get`.')])).toEqual(missing);
  expect(missingChangesets([untouched], [breaking], [changeset('minor', 'A change.\n\n- **Breaking:** no `get`.')])).toEqual([]);
});

it('from version 1.0 on, a breaking change needs a major version', () => {
  const stable = { ...untouched, version: '1.2.3' };
  expect(missingChangesets([stable], [breaking], [changeset('minor', 'Breaking: no `get`.')])).toEqual([
    `${name} has 1 breaking change. Add a \`major\` changeset: \`pnpm changeset\`.`,
  ]);
  expect(missingChangesets([stable], [breaking], [changeset('major', 'No `get`.')])).toEqual([]);
});

it('the changeset of another package does not count for a package', () => {
  const other = parseChangeset('a.md', "---\n'@platform-sdk/core': minor\n---\n\nBreaking: all.\n");
  expect(missingChangesets([untouched], [breaking], [other])).toHaveLength(1);
});

it('a release announces a change if its changelog contains the changeset', () => {
  const changelog = `# ${name}\n\n## 0.2.0\n\n### Minor Changes\n\n- 1a2b3c4d: Breaking: no \`get\`.\n\n## 0.1.0\n\n- First.\n`;
  const released = changesetOfRelease(name, '0.1.0', '0.2.0', changelog);
  expect(released?.bumps).toEqual({ [name]: 'minor' });
  expect(released?.lines).not.toContain('- First.');
  expect(missingChangesets([{ ...untouched, version: '0.2.0' }], [breaking], released ? [released] : [])).toEqual([]);
  expect(changesetOfRelease(name, '0.1.0', '0.1.0', changelog)).toBeUndefined();
});
