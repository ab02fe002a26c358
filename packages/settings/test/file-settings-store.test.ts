import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSettingsStorage } from '@platform-sdk/settings/node';
import { expect, it, onTestFinished, vi } from 'vitest';

const directory = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

it('fileSettingsStorage returns the last value, also to another store of the same directory', () => {
  const path = join(directory(), 'new', 'place');
  const store = fileSettingsStorage(path);
  store.setItem('@platform-sdk/settings', 'one');
  store.setItem('@platform-sdk/settings', 'two');
  expect(fileSettingsStorage(path).getItem('@platform-sdk/settings')).toBe('two');
  expect(readdirSync(path)).toEqual(['%40platform-sdk%2Fsettings.json']);
});

it('fileSettingsStorage returns undefined for a missing directory', () => {
  expect(fileSettingsStorage(join(directory(), 'nowhere')).getItem('key')).toBeUndefined();
});

it('fileSettingsStorage writes inside its directory for any key', () => {
  const path = join(directory(), 'inner');
  fileSettingsStorage(path).setItem('../../escaped', 'x');
  expect(readdirSync(path)).toEqual(['..%2F..%2Fescaped.json']);
});

it('fileSettingsStorage writes files that only their owner can read', () => {
  const path = directory();
  fileSettingsStorage(path).setItem('key', 'x');
  expect(statSync(join(path, 'key.json')).mode & 0o777).toBe(0o600);
});

it('fileSettingsStorage removes the temporary file of a process that ended long ago', async () => {
  const path = directory();
  const leftover = join(path, '.platform-sdk-1-0-settings-11111111-2222-4333-8444-555555555555.part');
  writeFileSync(leftover, '');
  utimesSync(leftover, 1_700_000_000, 1_700_000_000);
  fileSettingsStorage(path).setItem('key', 'x');
  await vi.waitFor(() => expect(readdirSync(path)).toEqual(['key.json']), 5000);
});

it('fileSettingsStorage throws if it cannot write, and leaves no files', () => {
  const path = directory();
  writeFileSync(join(path, 'taken'), '');
  expect(() => fileSettingsStorage(join(path, 'taken')).setItem('key', 'x')).toThrow(/EEXIST|ENOTDIR/);
  expect(readdirSync(path)).toEqual(['taken']);
});
