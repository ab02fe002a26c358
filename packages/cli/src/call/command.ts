import { isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { defineCommand, suggestionFor, usageError, type CommandModule, type ParsedArguments } from '../command.ts';
import { environmentOptions, openPlatform, readEnvironment } from '../environment/open-platform.ts';
import { methodOf } from '../operations/clients.ts';
import { operationEntries, operationNamed, plainName, type OperationEntry } from '../operations/operations.ts';
import type { Terminal } from '../terminal.ts';
import { confirm } from './confirm.ts';
import { markedCredentials, prepareRequest, toCurl, type PreparedRequest } from './curl.ts';
import { CALL_EXIT } from './exit-codes.ts';
import { printFailure } from './failure.ts';
import { CALL_HELP, operationHelp } from './help.ts';
import { flagOptions, readInput, type FlagValues, type Input } from './input.ts';
import { printResult, type Printing } from './print-result.ts';

const ownOptions = {
  'show-secrets': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  ...environmentOptions,
} as const;

const pageOptions = { all: { type: 'boolean', default: false }, limit: { type: 'string' } } as const;

type Values = ParsedArguments<typeof ownOptions & typeof pageOptions>['values'];

export const call: CommandModule = {
  help: CALL_HELP,
  helpFor([name = ''], { columns }) {
    const entry = operationNamed(name);
    return entry ? operationHelp(entry, Math.min(columns, 110)) : CALL_HELP;
  },
  async run([name = '', ...rest], terminal) {
    if (name === '' || name.startsWith('-')) throw usageError('The name of an operation is missing. platform-sdk commands lists them');
    const entry = operationNamed(name);
    if (!entry) throw unknownOperation(name);
    const flags = flagOptions(entry);
    return defineCommand({
      help: CALL_HELP,
      options: { ...flags, ...(entry.kind === 'pages' && pageOptions), ...ownOptions },
      allowNegative: true,
      maxPositionals: 1,
      run({ values, positionals: [document] }) {
        const given = values as Values & FlagValues;
        const chosen = Object.fromEntries(Object.keys(flags).map((flag) => [flag, given[flag]]));
        return callWith({ entry, values: given, flags: chosen, document }, terminal);
      },
    }).run(rest, terminal);
  },
};

const unknownOperation = (name: string): Error => {
  const names = operationEntries().map((each) => each.name);
  const below = names.filter((each) => plainName(each).startsWith(`${plainName(name)}.`));
  if (below.length > 0) return usageError(`'${name}' is no operation. It contains ${below.join(', ')}`);
  return usageError(`Unknown operation '${name}'${suggestionFor(name, names) || '. platform-sdk commands lists the operations'}`);
};

/** The arguments of a call. */
interface Arguments {
  readonly entry: OperationEntry;
  readonly values: Values;
  readonly flags: FlagValues;
  /** The argument `-` or `@file`, which names a JSON document with the input. */
  readonly document: string | undefined;
}

const callWith = async ({ entry, values, flags, document }: Arguments, terminal: Terminal): Promise<number> => {
  if (document !== undefined && !/^(?:-$|@.)/.test(document))
    throw usageError(`Unexpected argument '${document}': inputs are flags, - or @file`);
  const printing = printingOf(entry, values, terminal);
  const environment = await readEnvironment(values, terminal);
  const given = await readInput(entry, flags, document, terminal);
  try {
    const { input, request } = await prepare(entry, given, environment.options);
    if (values['dry-run']) return printCurl(toCurl(entry, input, request), terminal);
    if (!values.yes && !(await confirm(entry, input, { json: values.json, url: request.url }, terminal))) return CALL_EXIT.declined;
    const platform = openPlatform(environment, terminal);
    try {
      const method = await methodOf(entry, platform);
      await printResult(method(input, environment.callOptions), { entry, input }, printing, terminal);
      return CALL_EXIT.ok;
    } finally {
      platform.dispose();
    }
  } catch (error) {
    // A reader such as `head` has closed the pipe, which is not a failure.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return CALL_EXIT.ok;
    if (!isPlatformError(error)) throw error;
    return printFailure(terminal, error, values.json, entry);
  }
};

const printingOf = ({ name, kind, operation, showsSecretOnce }: OperationEntry, values: Values, terminal: Terminal): Printing => {
  const { json, all, 'show-secrets': showSecrets } = values;
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) throw usageError('--limit must be a whole number from 1 on');
  if (all && limit !== undefined) throw usageError('--all and --limit exclude each other');
  if (!values['dry-run']) {
    if (showsSecretOnce && !showSecrets)
      throw usageError(`${name} returns a secret only once: add --show-secrets, and redirect the output to a file of yours`);
    if (kind === 'file' && terminal.isOutputTerminal && operation.accept === 'application/zip')
      throw usageError(`${name} returns a binary file: redirect the output`);
  }
  return { json, showSecrets, limit: all ? Infinity : limit };
};

const printCurl = ({ command, variables }: ReturnType<typeof toCurl>, { print, printError }: Terminal): number => {
  print(command);
  if (variables.length > 0) printError(`It reads ${variables.map((name) => `$${name}`).join(', ')}.`);
  if (variables.includes('PLATFORM_ACCESS_TOKEN'))
    printError('export PLATFORM_ACCESS_TOKEN=$(platform-sdk whoami --access-token) sets the token of your session.');
  return CALL_EXIT.ok;
};

/** Checks the input with the client. If the client requires `confirm: true`, adds it, because the tool itself requests the user's confirmation. */
const prepare = async (
  entry: OperationEntry,
  input: Input,
  options: PlatformOptions,
): Promise<{ readonly input: Input; readonly request: PreparedRequest }> => {
  try {
    return { input, request: await prepareRequest(entry, input, markedCredentials(options)) };
  } catch (error) {
    if (!isPlatformError(error) || error.field !== 'confirm' || input['confirm'] === true) throw error;
    return prepare(entry, { ...input, confirm: true }, options);
  }
};
