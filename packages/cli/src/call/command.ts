import { isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { nearest } from '@platform-sdk/core/server';
import { defineCommand, EXIT, usageError, type CommandModule, type ParsedArguments } from '../command.ts';
import { environmentOptions, openPlatform, readEnvironment, type Environment } from '../environment/open-platform.ts';
import { methodOf } from '../operations/clients.ts';
import { findOperation, operationEntries, type OperationEntry } from '../operations/operations.ts';
import type { Terminal } from '../terminal.ts';
import { confirm } from './confirm.ts';
import { markedCredentials, prepareRequest, toCurl } from './curl.ts';
import { CALL_EXIT } from './exit-codes.ts';
import { printFailure } from './failure.ts';
import { CALL_HELP, operationHelp } from './help.ts';
import { flagOptions, readInput, type FlagValues, type Input } from './input.ts';
import { runCall, type Printing } from './print-result.ts';

const ownOptions = {
  output: { type: 'string' },
  'show-secrets': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  ...environmentOptions,
} as const;

const pageOptions = { all: { type: 'boolean', default: false }, limit: { type: 'string' } } as const;

export const call: CommandModule = {
  help: CALL_HELP,
  helpFor: (args, { columns }) => {
    const entry = args[0] === undefined || args[0].startsWith('-') ? undefined : entryNamed(args[0]);
    return entry ? operationHelp(entry, Math.min(columns, 110)) : CALL_HELP;
  },
  async run(args, terminal) {
    const [name, ...rest] = args;
    if (name === undefined || name.startsWith('-'))
      throw usageError('The name of an operation is missing. platform-sdk commands lists them');
    const entry = entryNamed(name);
    const flags = flagOptions(entry, rest);
    const paged = entry.kind === 'pages' ? pageOptions : {};
    return defineCommand({
      help: CALL_HELP,
      options: { ...flags, ...paged, ...ownOptions },
      allowNegative: true,
      maxPositionals: 1,
      run: ({ values, positionals }) => {
        const given = values as Values & FlagValues;
        return callWith({ entry, values: given, flags: pick(given, Object.keys(flags)), document: positionals[0] }, terminal);
      },
    }).run(rest, terminal);
  },
};

type Values = ParsedArguments<typeof ownOptions & typeof pageOptions>['values'];

const pick = (values: FlagValues, names: readonly string[]): FlagValues =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** Finds an operation. The spelling of its service does not matter: `agent-passes.list` and `agentPasses.list`. */
const entryNamed = (name: string): OperationEntry => {
  const plain = (text: string): string => text.replaceAll('-', '').toLowerCase();
  const found = findOperation(name) ?? operationEntries().find((each) => plain(each.name) === plain(name));
  if (found) return found;
  const names = operationEntries().map((each) => each.name);
  const below = names.filter((each) => plain(each).startsWith(`${plain(name)}.`));
  if (below.length > 0) throw usageError(`'${name}' is no operation. It contains ${below.join(', ')}`);
  const similar = nearest(name, names);
  throw usageError(
    `Unknown operation '${name}'${similar === undefined ? '. platform-sdk commands lists the operations' : `: did you mean ${similar}?`}`,
  );
};

interface Request {
  readonly entry: OperationEntry;
  readonly values: Values;
  readonly flags: FlagValues;
  /** `-` or `@file`. */
  readonly document: string | undefined;
}

const callWith = async ({ entry, values, flags, document }: Request, terminal: Terminal): Promise<number> => {
  if (document !== undefined && !/^(?:-$|@.)/.test(document))
    throw usageError(`Unexpected argument '${document}': inputs are flags, - or @file`);
  const printing = printingOf(entry, values, terminal);
  const environment = await readEnvironment(values, terminal);
  const input = await readInput(entry, flags, document, terminal);
  try {
    if (values['dry-run']) return await printCurl(entry, input, environment, values['show-secrets'], terminal);
    return await send({ entry, input, environment, isConfirmed: values.yes }, printing, terminal);
  } catch (error) {
    // A reader such as `head` has all it wants.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.ok;
    if (!isPlatformError(error)) throw error;
    return printFailure(terminal, error, values.json, entry);
  }
};

const printingOf = (entry: OperationEntry, values: Values, terminal: Terminal): Printing => {
  const { json, output, all } = values;
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) throw usageError('--limit must be a whole number from 1 on');
  if (all && limit !== undefined) throw usageError('--all and --limit exclude each other');
  const showSecrets = values['show-secrets'];
  if (entry.showsSecretOnce && !showSecrets && output === undefined && !values['dry-run'])
    throw usageError(`${entry.name} returns a secret only once: add --output <file> to save it, or --show-secrets to print it`);
  if (entry.kind === 'file' && output === undefined && terminal.isOutputTerminal && entry.operation.accept === 'application/zip')
    throw usageError(`${entry.name} returns a binary file: add --output <file>, or redirect the output`);
  return { json, showSecrets, output, limit: all ? Infinity : limit };
};

/** Prints the request as curl. Nothing is sent. */
const printCurl = async (
  entry: OperationEntry,
  input: Input,
  environment: Environment,
  showSecrets: boolean,
  terminal: Terminal,
): Promise<number> => {
  const { options } = environment;
  const request = showSecrets
    ? await prepareRequest(entry, input, options, await sessionOf(entry, environment, terminal))
    : await prepareRequest(entry, input, markedCredentials(options));
  const { command, variables } = toCurl(entry, input, request, showSecrets);
  terminal.print(command);
  if (variables.length > 0) terminal.printError(`It reads ${variables.map((name) => `$${name}`).join(', ')}.`);
  if (variables.includes('PLATFORM_ACCESS_TOKEN'))
    terminal.printError('export PLATFORM_ACCESS_TOKEN=$(platform-sdk whoami --access-token) sets the token of your session.');
  return CALL_EXIT.ok;
};

/** Returns the tokens of the session for a command with secrets. */
const sessionOf = async ({ operation }: OperationEntry, environment: Environment, terminal: Terminal) => {
  const platform = openPlatform(environment, terminal);
  try {
    const tokens =
      operation.credentials === 'application' || operation.credentials === 'none' ? undefined : await platform.session.refreshIfNeeded();
    return tokens;
  } finally {
    platform.dispose();
  }
};

interface Sending {
  readonly entry: OperationEntry;
  readonly input: Input;
  readonly environment: Environment;
  readonly isConfirmed: boolean;
}

const send = async ({ entry, input, environment, isConfirmed }: Sending, printing: Printing, terminal: Terminal): Promise<number> => {
  const { timeoutMs, options } = environment;
  // Removing everything needs this in its input. The question below is its confirmation.
  const complete = await completeInput(entry, input, markedCredentials(options));
  if (!(await confirm({ entry, input, isConfirmed, json: printing.json, url: complete.url }, terminal))) return CALL_EXIT.declined;
  const platform = openPlatform(environment, terminal);
  try {
    const method = await methodOf(entry, platform);
    const callOptions = { signal: terminal.signal, ...(timeoutMs !== undefined && { timeoutMs }) };
    await runCall({ entry, input: complete.input, method, options: callOptions }, printing, terminal);
    return CALL_EXIT.ok;
  } finally {
    platform.dispose();
  }
};

/** Checks the input with the client, and returns it with the URL. A client may demand `confirm: true` for what cannot be undone. */
const completeInput = async (
  entry: OperationEntry,
  input: Input,
  options: PlatformOptions,
): Promise<{ readonly input: Input; readonly url: string }> => {
  try {
    return { input, url: (await prepareRequest(entry, input, options)).url };
  } catch (error) {
    if (!isPlatformError(error) || error.field !== 'confirm' || input['confirm'] === true) throw error;
    return completeInput(entry, { ...input, confirm: true }, options);
  }
};
