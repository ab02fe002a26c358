import { EXIT_MEANINGS } from '../call/exit-codes.ts';
import { rulesOf } from '../call/help.ts';
import { cut } from '../call/table.ts';
import { defineCommand, EXIT, usageError } from '../command.ts';
import { commands } from '../commands.ts';
import { version } from '../version.ts';
import type { InputField } from './fields.ts';
import { operationEntries, plainName, type OperationEntry } from './operations.ts';

export const listCommands = defineCommand({
  help: `Usage: platform-sdk commands [service] [options]

Lists the operations that platform-sdk call accepts, or those of one service.

  --json                Prints one JSON document with the commands, the operations with their inputs, and the exit codes.

Exit codes: 0 for success, 2 for wrong arguments.`,
  options: {},
  maxPositionals: 1,
  run({ values, positionals: [service] }, { print, style, columns }) {
    const entries = operationEntries().filter(({ name }) => service === undefined || plainName(name).startsWith(`${plainName(service)}.`));
    if (entries.length === 0)
      throw usageError(
        `Unknown service '${service}': expected one of ${[...new Set(operationEntries().map((each) => each.service))].join(', ')}`,
      );
    if (values.json) {
      const tool = commands.map(({ name, summary }) => ({ name, summary }));
      print(JSON.stringify({ version, commands: tool, operations: entries.map(describeOperation), exitCodes: EXIT_MEANINGS }));
      return EXIT.ok;
    }
    const width = Math.max(...entries.map(({ name }) => name.length));
    for (const { name, about } of entries)
      print(`${name.padEnd(width)}  ${style('dim', cut(firstSentence(about), Math.max(10, columns - width - 2)))}`);
    return EXIT.ok;
  },
});

const firstSentence = (about: string): string => /^.*?[.](?=\s|$)/.exec(about)?.[0] ?? about;

/** Describes an operation for programs. */
const describeOperation = ({ operation, fields, base: _, ...entry }: OperationEntry): object => {
  const { method, path, retry, credentials, errors = [] } = operation;
  return { ...entry, method, path, retry, credentials, errors, inputs: fields.map(describeField) };
};

const describeField = (field: InputField): object => {
  const { schema, flag, ...facts } = field;
  const { enum: values, allowsOthers = false } = (field.isList ? schema.items : schema) ?? schema;
  return { ...facts, flag: `--${flag}`, ...(values && { values, allowsOthers }), rules: rulesOf(field) };
};
