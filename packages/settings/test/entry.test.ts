import { expect, it } from 'vitest';
import type * as Entries from '../src/entry.ts';

// No entry of the package exports this module.
const inner = new URL('../src/entry.ts', import.meta.url).href;
const { changed, emptyEntry, join } = (await import(inner)) as typeof Entries;

const older = changed(emptyEntry({}), { fields: { theme: 'dark' }, steps: { welcome: true } }, 1000);
const newer = changed(emptyEntry({}), { fields: { theme: 'light' }, pins: { 7: [2, 1] } }, 2000);

it.each([
  ['in the other tab', older, newer],
  ['here', newer, older],
])('join keeps all changes of two tabs, and of each setting the last change: %s', (_, mine, stored) => {
  const joined = join(mine, stored);
  const all = { fields: { theme: 'light' }, pins: { 7: [2, 1] }, steps: { welcome: true } };
  expect(joined.values.theme).toBe('light');
  expect(joined.pending).toEqual(all);
  expect(joined.written).toEqual(all);
});
