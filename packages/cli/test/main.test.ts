import { commands as ownCommands, defineCommand, main, usageError, type Command } from '@platform-sdk/cli';
import { expect, it } from 'vitest';
import { recordingTerminal } from './recording-terminal.ts';

const ran: unknown[] = [];

const greet = defineCommand({
  help: 'Usage: platform-sdk greet [--loud] <name>',
  options: { loud: { type: 'boolean', default: false }, times: { type: 'string' } },
  maxPositionals: 1,
  run({ values, positionals }, { print }) {
    if (values.times === '0') throw usageError('--times must be above 0');
    if (positionals[0] === 'nobody') throw new Error('Nobody is \u001B[31mthere.');
    ran.push({ ...values }, positionals);
    print('Hello.');
    return 0;
  },
});

const loads: string[] = [];
const commands: readonly Command[] = [
  { name: 'greet', summary: 'Greets.', load: async () => (loads.push('greet'), greet) },
  { name: 'broken', summary: 'Does not load.', load: () => Promise.reject(new Error('loaded')) },
];

const runMain = async (...args: string[]) => {
  const terminal = recordingTerminal();
  const code = await main(args, terminal, commands);
  return { code, out: terminal.printed.join('\n'), err: terminal.errors.join('\n') };
};

it.each([['--help'], ['-h'], ['help']])('for %s, the tool prints its commands and exits with 0, without loading a command', async (arg) => {
  loads.length = 0;
  const { code, out, err } = await runMain(arg);

  expect({ code, err, loads }).toEqual({ code: 0, err: '', loads: [] });
  expect(out).toMatch(/^ {2}greet +Greets\.$/m);
});

it.each([[['greet', '--help']], [['greet', '--unknown', '-h']], [['help', 'greet']]])(
  'the tool prints the help of a command for %j',
  async (args) => {
    expect(await runMain(...args)).toEqual({ code: 0, out: greet.help, err: '' });
  },
);

it('the tool prints its version, as text and as JSON', async () => {
  expect(await runMain('--version')).toEqual({ code: 0, out: 'source', err: '' });
  expect(JSON.parse((await runMain('--version', '--json')).out)).toEqual({ version: 'source', node: process.version });
});

it('the tool passes options to a command', async () => {
  ran.length = 0;

  expect(await runMain('greet', '--loud', 'Ada', '--json')).toEqual({ code: 0, out: 'Hello.', err: '' });
  expect(ran).toEqual([{ loud: true, json: true, help: false }, ['Ada']]);
});

it.each([
  [[], 'A command is missing.'],
  [['gret'], "Unknown command 'gret': did you mean greet?"],
  [['help', 'gret'], "Unknown command 'gret': did you mean greet?"],
  [['greet', '--lout'], "Unknown option '--lout': did you mean --loud?"],
  [['greet', '--unlike'], "Unknown option '--unlike'."],
  [['greet', 'Ada', 'Grace'], "Unexpected argument 'Grace'."],
  [['greet', '--times', '0'], '--times must be above 0.'],
])('the tool prints the reason and the usage for %j, and exits with 2', async (args, reason) => {
  const { code, out, err } = await runMain(...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n\n')[0]).toBe(reason);
  expect(err).toContain('Usage: platform-sdk');
});

it('platform-sdk exits with 1 if a command fails, and removes control characters from the error', async () => {
  expect(await runMain('greet', 'nobody')).toEqual({ code: 1, out: '', err: 'Nobody is \u{FFFD}[31mthere.' });
  expect(await runMain('greet', 'nobody', '--json')).toEqual({ code: 1, out: '{"error":"Nobody is \u{FFFD}[31mthere."}', err: '' });
});

it('every command has a summary that is a sentence, and a help that begins with its usage', async () => {
  for (const { name, summary, load } of ownCommands) {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect((await load()).help).toMatch(new RegExp(`^Usage: platform-sdk ${name}\\b`));
  }
});
