import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '@platform-sdk/core/server';
import type { Terminal } from './terminal.ts';

/** The exit codes that all commands share. */
export const EXIT = { ok: 0, failed: 1, wrongUsage: 2 } as const;

/** A command of the tool. Its module is loaded only when the command runs. */
export interface Command {
  readonly name: string;
  /** One line for the help of the tool. */
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** A loaded command. */
export interface CommandModule {
  /** The text of `--help`. */
  readonly help: string;
  /** Returns the text of `--help` for given arguments, such as the name of an operation. Default: `help`. */
  readonly helpFor?: (args: readonly string[], terminal: Terminal) => string;
  /** Runs the command and returns its exit code. Throws a usage error for wrong arguments, before the command has any effect. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

type OptionTable = NonNullable<ParseArgsConfig['options']>;

/** The options of all commands. `main` handles `--help`. */
const commonOptions = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies OptionTable;

/** The parsed arguments of a command, as `parseArgs` of `node:util` returns them. */
export type ParsedArguments<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options & typeof commonOptions; allowPositionals: true }>
>;

/** The definition of a command. */
export interface CommandDefinition<Options extends OptionTable> {
  readonly help: string;
  /** The command's options, in addition to `--json` and `--help`. */
  readonly options: Options;
  /** The maximum number of arguments that are not options. Default: 0. */
  readonly maxPositionals?: number;
  /** If true, flags such as `--no-success` set a boolean to false. Default: false. */
  readonly allowNegative?: boolean;
  /** Returns the exit code. */
  readonly run: (input: ParsedArguments<Options>, terminal: Terminal) => Promise<number> | number;
}

/** Creates a command that parses its arguments before it runs. */
export const defineCommand = <const Options extends OptionTable>(definition: CommandDefinition<Options>): CommandModule => ({
  help: definition.help,
  run: async (args, terminal) => definition.run(readArguments(definition, args), terminal),
});

const readArguments = <Options extends OptionTable>(
  { options, maxPositionals = 0, allowNegative = false }: CommandDefinition<Options>,
  args: readonly string[],
): ParsedArguments<Options> => {
  let parsed: ParsedArguments<Options>;
  try {
    parsed = parseArgs({ args: [...args], options: { ...options, ...commonOptions }, allowPositionals: true, allowNegative });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(/\. |\.?\n/);
    const [, ambiguous] = /^Option '(--[^']+)' argument is ambiguous/.exec(reason) ?? [];
    if (ambiguous !== undefined) throw usageError(`${ambiguous} needs a value: write ${ambiguous}=<value> if it begins with a dash`);
    const [, unknown] = /^Unknown option '--?([\w-]+)/.exec(reason) ?? [];
    throw usageError(reason + suggestionFor(unknown, Object.keys({ ...options, ...commonOptions }), '--'));
  }
  const extra = parsed.positionals[maxPositionals];
  if (extra !== undefined) throw usageError(`Unexpected argument '${extra}'`);
  return parsed;
};

/** Suggests the known name nearest to an unknown name, as the end of a sentence. Returns an empty string if no name is similar. */
export const suggestionFor = (unknown: string | undefined, names: readonly string[], prefix = ''): string => {
  const similar = unknown === undefined ? undefined : nearest(unknown, names);
  return similar === undefined ? '' : `: did you mean ${prefix}${similar}?`;
};

/** Returns the usage of a command, which is the first paragraph of its help, and a hint at `--help`. */
export const usageIn = (help: string): string => `${help.split('\n\n', 1)[0]}\nRun it with --help for its options.`;

const USAGE_ERROR = 'ERR_USAGE';

/** Creates the error for wrong arguments. The tool prints the error with the command's usage, and exits with 2. */
export const usageError = (message: string): Error => Object.assign(new Error(message), { code: USAGE_ERROR });

export const isUsageError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && (error as Error & { readonly code?: unknown }).code === USAGE_ERROR;
