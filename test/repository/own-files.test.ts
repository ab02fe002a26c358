/** The private files of the packages belong to their user. Other users can neither write nor read them. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPlatform } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import { fileLimiterStore } from '@platform-sdk/gateway/node';
import { createSettingsStore } from '@platform-sdk/settings';
import { fileSettingsStorage } from '@platform-sdk/settings/node';
import { fileJournal } from '@platform-sdk/wallets/node';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as DataFolder from '../../packages/local-platform/src/command/data-folder.ts';
import type * as Certificate from '../../packages/local-platform/src/command/own-certificate.ts';

const command = '../../packages/local-platform/src/command';
const { openDataFolder } = await vi.importActual<typeof DataFolder>(`${command}/data-folder.ts`);
const { ownCertificate } = await vi.importActual<typeof Certificate>(`${command}/own-certificate.ts`);

interface Store {
  /** Returns the path of the store's file in a folder. */
  readonly file: (folder: string) => string;
  /** Reads the file, as a new process would. */
  readonly read: (folder: string) => unknown;
  readonly write: (folder: string) => unknown;
}

const session = { generation: 1, session: null };

const withData = async (folder: string, work: (data: Awaited<ReturnType<typeof openDataFolder>>) => Promise<unknown>) => {
  const data = await openDataFolder(folder);
  try {
    return await work(data);
  } finally {
    await data.close();
  }
};

const stores: Readonly<Record<string, Store>> = {
  fileTokenStore: {
    file: (folder) => join(folder, 'session.json'),
    read: (folder) => fileTokenStore(join(folder, 'session.json')).get(),
    write: (folder) => fileTokenStore(join(folder, 'session.json')).set(session, 0),
  },
  fileJournal: {
    file: (folder) => join(folder, 'journal'),
    read: (folder) => fileJournal(join(folder, 'journal')).get('r'),
    write: (folder) => fileJournal(join(folder, 'journal')).set('r', { begunAt: 1, payment: {}, isPaid: false }),
  },
  fileSettingsStorage: {
    file: (folder) => join(folder, 'key.json'),
    read: (folder) => fileSettingsStorage(folder).getItem('key'),
    write: (folder) => fileSettingsStorage(folder).setItem('key', 'value'),
  },
  fileLimiterStore: {
    file: (folder) => join(folder, 'calls'),
    read: (folder) => fileLimiterStore(join(folder, 'calls')).take(10, 1000, 'call', 1),
    write: (folder) => fileLimiterStore(join(folder, 'calls')).take(10, 1000, 'call', 1),
  },
  'the state of --data': {
    file: (folder) => join(folder, 'state.json'),
    read: (folder) => withData(folder, (data) => data.read()),
    write: (folder) => withData(folder, (data) => data.write('{}')),
  },
  'the private key of --tls': {
    file: (folder) => join(folder, 'private-key.pem'),
    read: (folder) => ownCertificate(folder, []),
    write: (folder) => withData(folder, () => ownCertificate(folder, [])),
  },
  'the certificate of --tls': {
    file: (folder) => join(folder, 'certificate.pem'),
    read: (folder) => ownCertificate(folder, []),
    write: (folder) => withData(folder, () => ownCertificate(folder, [])),
  },
};

let folder: string;
beforeEach(async () => {
  folder = newFolder();
});

const outcomeOf = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

describe.each(Object.entries(stores))('%s', (_, { file, read, write }) => {
  it('the file and its folders are created with permissions for their owner only, whatever the umask', async () => {
    const usual = process.umask(0);
    onTestFinished(() => void process.umask(usual));
    const deep = join(folder, 'one', 'two');
    await write(deep);
    const modes = [file(deep), dirname(file(deep)), join(folder, 'one')].map(async (path) => (await stat(path)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
  });

  it.each([
    ['a link', async (path: string) => rename(path, `${path}.elsewhere`).then(() => symlink(`${path}.elsewhere`, path)), 'a link'],
    ['writable by others', (path: string) => chmod(path, 0o666), 'other users may write it'],
    ['a pipe', (path: string) => rm(path).then(() => promisify(execFile)('mkfifo', ['-m', '600', path])), 'no regular file'],
    ['a folder', (path: string) => rm(path).then(() => mkdir(path)), 'no regular file'],
    ['of another user', () => vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1), 'another user'],
  ])('the store rejects a file that is %s, and names it', async (_title, change, why) => {
    await write(folder);
    await change(file(folder));
    const outcome = await outcomeOf(() => read(folder));
    expect(outcome).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining(why) as string });
    expect((outcome as Error).message).toContain(`"${folder}/`);
  });

  it('the store never writes through a link', async () => {
    await mkdir(dirname(file(folder)), { recursive: true });
    const target = join(folder, 'target');
    await writeFile(target, 'untouched', { mode: 0o600 });
    await symlink(target, file(folder));
    await outcomeOf(() => write(folder));
    await expect(readFile(target, 'utf8')).resolves.toBe('untouched');
  });
});

it('fileJournal reads a journal again after the permissions for which it was rejected are corrected', async () => {
  const path = join(folder, 'journal');
  await fileJournal(path).set('r', { begunAt: 1, payment: {}, isPaid: false });
  await chmod(path, 0o666);
  const journal = fileJournal(path);
  await expect(journal.get('r')).rejects.toMatchObject({ kind: 'invalid-input', field: 'journal' });
  await chmod(path, 0o600);
  await expect(journal.get('r')).resolves.toMatchObject({ begunAt: 1 });
});

it('a warning about a rejected settings file contains advice', async () => {
  fileSettingsStorage(folder).setItem('key', '{}');
  await chmod(join(folder, 'key.json'), 0o666);
  const messages: string[] = [];
  const platform = createPlatform({ logger: (event) => event.type === 'warning' && messages.push(event.message) });
  createSettingsStore(platform, { store: fileSettingsStorage(folder), key: 'key' }).dispose();
  expect(messages).toContainEqual(expect.stringContaining('set its mode to 0600'));
});

/** Sources that write files in another way, with the reason. */
const OTHER_WRITERS: Readonly<Record<string, string>> = {
  'packages/core/src/node/own-file.ts': 'it contains the shared functions',
  'packages/core/src/node/file-lock.ts': 'a lock file must not exist before it is written',
  'packages/core/src/node/save-file.ts': 'the user chooses the file and its readers',
  'packages/cli/src/drift/command.ts': 'the user chooses the file and its readers',
  'packages/converter/src/disk/place.ts': 'the user reads the files of an archive',
};

it('every source that writes files without the shared functions is listed in this test', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root });
  const writes = /\b(?:writeFile|appendFile|createWriteStream|copyFile)(?:Sync)?\(|\bopen(?:Sync)?\([^)]*'(?:w|a)/;
  const found = sources.filter(
    (source) => !source.startsWith('packages/test-helpers/') && writes.test(readFileSync(join(root, source), 'utf8')),
  );
  expect(found.toSorted()).toEqual(Object.keys(OTHER_WRITERS).toSorted());
});
