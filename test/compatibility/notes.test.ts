import type { Change } from '@platform-sdk/compatibility/compare/change';
import { releaseNotes } from '@platform-sdk/compatibility/notes';
import { expect, it } from 'vitest';

const change = (more: Partial<Change>): Change => ({
  package: '@platform-sdk/wallets',
  subject: 'wallets.transact',
  part: 'input',
  level: 'addition',
  message: 'now accepts `reference`',
  field: 'reference',
  ...more,
});

it('notes list breaking changes first, with a link to the reference', () => {
  const removed = change({
    subject: 'wallets.transfers.verifySender',
    part: 'output',
    level: 'breaking',
    message: 'no longer returns `a`',
    field: 'a',
  });
  expect(releaseNotes([change({}), removed])).toBe(
    [
      '## @platform-sdk/wallets',
      '',
      '- **Breaking**: `wallets.transfers.verifySender` no longer returns `a`. [Reference](docs/reference/wallets.md#transfers-verify-sender)',
      '- `wallets.transact` now accepts `reference`. [Reference](docs/reference/wallets.md#transact)',
      '',
    ].join('\n'),
  );
});

it('notes list a changed field once if it belongs to an operation and to a type', () => {
  const { field: _, ...type } = change({
    subject: 'WalletTransactInput.reference',
    part: 'type',
    message: 'is new (@platform-sdk/wallets)',
  });
  expect(releaseNotes([change({}), type])).not.toContain('WalletTransactInput');
  expect(releaseNotes([type])).toContain(
    '`WalletTransactInput.reference` is new (@platform-sdk/wallets). [Reference](docs/api/wallets.txt)',
  );
});

it('a renamed operation links to its new name, and a removed operation links to the list of names', () => {
  const { field: _, ...operation } = change({ part: 'operation', level: 'breaking' });
  expect(releaseNotes([{ ...operation, message: 'was renamed to wallets.payOut' }])).toContain('(docs/reference/wallets.md#pay-out)');
  expect(releaseNotes([{ ...operation, message: 'was removed' }])).toContain('(docs/api/wallets.txt)');
});

it('notes list deprecated names', () => {
  const deprecated = change({ part: 'deprecation', level: 'other', message: 'deprecates itself: Use `wallets.debit`.', field: '*' });
  expect(releaseNotes([deprecated])).toContain('- `wallets.transact` deprecates itself: Use `wallets.debit`. [Reference]');
});

it('notes of an unchanged API consist of one sentence', () => {
  expect(releaseNotes([change({ level: 'other' })])).toBe('The public API did not change.\n');
});
