import { defineCommand, EXIT, usageError } from '../command.ts';
import { commands } from '../commands.ts';
import { operationEntries } from '../operations/operations.ts';
import { SHELLS } from './shells.ts';

export const completion = defineCommand({
  help: `Usage: platform-sdk completion <bash|zsh|fish>

Prints the completion of commands, operations and their inputs for a shell. It contains the names of this version.

  bash   echo 'eval "$(platform-sdk completion bash)"' >> ~/.bashrc
  zsh    echo 'eval "$(platform-sdk completion zsh)"' >> ~/.zshrc
  fish   platform-sdk completion fish > ~/.config/fish/completions/platform-sdk.fish

Exit codes: 0 for success, 2 for wrong arguments.`,
  options: {},
  maxPositionals: 1,
  run({ positionals: [shell = ''] }, { print }) {
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!write) throw usageError(`The shell must be one of ${Object.keys(SHELLS).join(', ')}`);
    const operations = operationEntries().map(({ name, about, fields, kind }) => ({
      name,
      about,
      flags: fields.map(({ flag, schema, isList }) => ({ flag, values: ((isList ? schema.items : schema)?.enum ?? []).map(String) })),
      isPaged: kind === 'pages',
    }));
    print(write({ commands: commands.map(({ name }) => name), operations }));
    return EXIT.ok;
  },
});
