import { EXIT, isUsageError, suggestionFor, usageIn, type Command, type CommandModule } from './command.ts';
import { commands as ownCommands } from './commands.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

/** Runs the tool with the arguments after its name. Returns the exit code: 0 for success, 2 for wrong arguments, others for failures. */
export const main = async (args: readonly string[], terminal: Terminal, commands: readonly Command[] = ownCommands): Promise<number> => {
  const [first, ...rest] = args;
  if (first === undefined) return failUsage(terminal, 'A command is missing', helpOf(terminal, commands));
  if (first === '--help' || first === '-h') return succeed(terminal, helpOf(terminal, commands));
  if (first === '--version' || first === '-v') return succeed(terminal, versionText(rest));
  if (first === 'help') return main([...rest.slice(0, 1), '--help'], terminal, commands);
  const command = commands.find(({ name }) => name === first);
  if (command) return run(await command.load(), rest, terminal);
  const names = commands.map(({ name }) => name);
  return failUsage(terminal, `Unknown command '${first}'${suggestionFor(first, names)}`, helpOf(terminal, commands));
};

const versionText = (rest: readonly string[]): string =>
  rest.includes('--json') ? JSON.stringify({ version, node: process.version }) : version;

const run = async (module: CommandModule, args: readonly string[], terminal: Terminal): Promise<number> => {
  const helpText = (): string => module.helpFor?.(args, terminal) ?? module.help;
  try {
    if (asksForHelp(args)) return succeed(terminal, helpText());
    return await module.run(args, terminal);
  } catch (error) {
    if (isUsageError(error)) return failUsage(terminal, error.message, usageIn(helpText()));
    return fail(terminal, error, args.includes('--json'));
  }
};

/** Returns whether the arguments request help. Help is printed even if other arguments are wrong. */
const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
};

const succeed = ({ print }: Terminal, text: string): number => {
  print(text);
  return EXIT.ok;
};

const failUsage = ({ printError }: Terminal, reason: string, text: string): number => {
  printError(`${printable(reason)}${reason.endsWith('?') ? '' : '.'}\n\n${text}`);
  return EXIT.wrongUsage;
};

const fail = ({ print, printError }: Terminal, error: unknown, json: boolean): number => {
  const message = printable(error instanceof Error ? error.message : String(error));
  if (json) print(JSON.stringify({ error: message }));
  else printError(message);
  return EXIT.failed;
};

const helpOf = ({ style }: Terminal, commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 3;
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  return `${style('bold', 'Usage:')} platform-sdk <command> [options]

${rows.join('\n')}

  platform-sdk <command> --help   Prints the options of a command.
  platform-sdk --version          Prints the version of the tool.

Every command takes --json for programs: one JSON document, and one for each item of a call.
Exit codes: 0 for success, 1 for a failure or findings, 2 for wrong arguments. platform-sdk call --help lists those of a call.`;
};
