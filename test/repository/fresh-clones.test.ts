import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandsOfPage, commandsOfPages } from '@platform-sdk/checks/fresh-clones/commands';
import { forms } from '@platform-sdk/checks/fresh-clones/forms';
import { root } from '@platform-sdk/build/workspace';

const pages = ['README.md', 'CONTRIBUTING.md', 'docs/contributing/tools.md'].map((page) => readFileSync(join(root, page), 'utf8'));

it('the check of fresh clones reads the commands of a block, without comments and the version of pnpm', () => {
  const page = '```sh\nnpx --yes pnpm@1.2.3 start   # boots\ncp one two\n```\n';
  expect(commandsOfPage(page)).toEqual(['pnpm start', 'cp one two']);
});

it('the check of fresh clones runs the commands of a block together if they change the folder', () => {
  const page = '```sh\npnpm build\nmkdir ../app && cd ../app\nnpm init -y\n```\n';
  expect(commandsOfPage(page)).toEqual(['pnpm build && mkdir ../app && cd ../app && npm init -y']);
});

it('the check of fresh clones reads each command in sentences and tables once', () => {
  const page = '| `pnpm build` | `dist/` |\n\nRun `pnpm build` and `bash .ci/run lint`, not `ky`.\n';
  expect(commandsOfPage(page)).toEqual(['pnpm build', 'bash .ci/run lint']);
});

it('every command with a special form in the check of fresh clones is on a page', () => {
  const named = commandsOfPages(pages);
  expect(named.length).toBeGreaterThan(40);
  expect(Object.keys(forms).filter((command) => !named.includes(command))).toEqual([]);
});
