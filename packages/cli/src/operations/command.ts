import { EXIT_MEANINGS } from '../call/exit-codes.ts';
import { mustConfirm, rulesOf } from '../call/help.ts';
import { defineCommand, EXIT } from '../command.ts';
import { commands } from '../commands.ts';
import { version } from '../version.ts';
import type { InputField } from './fields.ts';
import { operationEntries, type OperationEntry } from './operations.ts';

export const listCommands = defineCommand({
  help: `Usage: platform-sdk commands [service] [options]

Lists the operations that platform-sdk call accepts, or those of one service.

  --json                Prints one JSON document with the commands, the operations with their inputs, and the exit codes.

Exit codes: 0 for success, 2 for wrong arguments.`,
  options: {},
  maxPositionals: 1,
  run({ values, positionals: [service] }, { print, style, columns }) {
    const entries = operationEntries().filter((each) => service === undefined || each.name.startsWith(`${service}.`));
    if (values.json) {
      const tool = commands.map(({ name, summary }) => ({ name, summary }));
      print(JSON.stringify({ version, commands: tool, operations: entries.map(describeOperation), exitCodes: EXIT_MEANINGS }));
      return EXIT.ok;
    }
    const width = Math.max(...entries.map(({ name }) => name.length));
    for (const [index, { name, about, service: own }] of entries.entries()) {
      if (index > 0 && own !== entries[index - 1]?.service) print('');
      const [first = ''] = /^.*?[.](?=\s|$)/.exec(about) ?? [about];
      const room = columns - width - 2;
      print(`${name.padEnd(width)}  ${style('dim', first.length > room ? `${first.slice(0, Math.max(0, room - 1))}…` : first)}`.trimEnd());
    }
    return EXIT.ok;
  },
});

/** Describes an operation for programs. */
export const describeOperation = (entry: OperationEntry): object => {
  const { name, service, about, kind, operation, isBilled, isSentOnce, isDestructive, showsSecretOnce, page, fields } = entry;
  const { method, path, retry, credentials, errors = [] } = operation;
  return {
    name,
    service,
    about,
    method,
    path,
    kind,
    retry,
    credentials,
    isBilled,
    isSentOnce,
    isDestructive,
    needsYes: mustConfirm(entry),
    showsSecretOnce,
    errors,
    page,
    inputs: fields.map(describeField),
  };
};

const describeField = (field: InputField): object => {
  const { flag, path, type, isList, isRequired, isSecret, about, schema } = field;
  const value = isList ? (schema.items ?? schema) : schema;
  return {
    flag: `--${flag}`,
    path,
    type,
    isList,
    isRequired,
    isSecret,
    ...(value.enum && { values: value.enum, allowsOthers: value.allowsOthers === true }),
    about,
    rules: rulesOf(field),
  };
};
