/** Runs each command that the pages below document, in a separate fresh clone. Arguments select commands by their beginnings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsOfPages } from './fresh-clones/commands.ts';
import { forms, type Form } from './fresh-clones/forms.ts';
import { tryCommand } from './fresh-clones/try-command.ts';
import { root } from '@platform-sdk/build/workspace';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/contributing/tools.md'];

const pages = new Map(await Promise.all(PAGES.map(async (page) => [page, await readFile(join(root, page), 'utf8')] as const)));
const [, version = ''] = /pnpm@([\d.]+)/.exec(pages.get('README.md') ?? '') ?? [];
const beginnings = process.argv.slice(2);
const commands = commandsOfPages(pages.values()).filter(
  (command) => beginnings.length === 0 || beginnings.some((beginning) => command.replace(/^pnpm (?:tool )?/, '').startsWith(beginning)),
);
const print = (result: string, seconds: string, command: string, note = ''): void =>
  console.log(`${result.padEnd(9)}${seconds.padStart(6)}  ${command}${note === '' ? '' : `  (${note})`}`);

let failures = 0;
for (const command of commands) {
  const form: Form = forms[command] ?? {};
  if ('leftOut' in form) {
    print('left out', '', command, form.leftOut);
    continue;
  }
  const { result, seconds, output } = await tryCommand(command, form, version);
  print(result, `${seconds} s`, command, form.run === undefined ? '' : `as ${form.run}: ${form.reason ?? ''}`);
  if (result === 'passed') continue;
  failures += 1;
  console.log(output.split('\n').slice(-30).join('\n').replaceAll(/^/gm, '        '));
}
console.log(`${commands.length} commands, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
