/** Creates the page of all changes: first the changes of the next release, then the released changes of every package. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages, root } from '@platform-sdk/build/workspace';
import type { Page } from './page.ts';

export const changelogPage = async (): Promise<Page> => {
  const folder = join(root, '.changeset');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md').toSorted();
  const pending = await Promise.all(files.map(async (name) => changeOf(await readFile(join(folder, name), 'utf8'))));
  const packages = await publishedPackages();
  const released = await Promise.all(packages.map(({ directory }) => readFile(join(directory, 'CHANGELOG.md'), 'utf8').catch(() => '')));
  const text = [
    '# Changelog',
    '',
    '## Next release',
    ...pending.flatMap(({ packages: names, words }) => ['', `**${names.join(', ')}**`, '', words]),
    ...released.filter(Boolean).flatMap((log) => ['', log.replaceAll(/^#/gm, '##')]),
    '',
  ].join('\n');
  return { path: 'changelog.md', text };
};

const changeOf = (text: string): { readonly packages: readonly string[]; readonly words: string } => {
  const [, head = '', words = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return { packages: [...head.matchAll(/@platform-sdk\/([\w-]+)/g)].map(([, name = '']) => name), words: words.trim() };
};
