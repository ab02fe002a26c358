import { defineCommand, EXIT, usageError, type CommandModule } from '../command.ts';
import { commands } from '../commands.ts';
import { CALL_FLAGS, operationEntries, operationNamed, PAGE_FLAGS } from '../operations/operations.ts';

/** The script for each shell. For each completion, a script calls the tool: `platform-sdk completion words call wallets.get ''`. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_platform_sdk() {
  local word words
  words=$(platform-sdk completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  while IFS= read -r word; do [ -n "$word" ] && COMPREPLY+=("$word"); done <<< "$(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")"
}
complete -o default -F _platform_sdk platform-sdk`,
  zsh: `_platform_sdk() {
  local -a list
  list=("\${(@f)$(platform-sdk completion words "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#list[1]} )); then compadd -a list; else _files; fi
}
compdef _platform_sdk platform-sdk`,
  fish: `function __platform_sdk
  set -l typed (commandline -opc) (commandline -ct)
  platform-sdk completion words $typed[2..-1] 2>/dev/null
end
complete -c platform-sdk -f -n 'test -n "$(__platform_sdk)"' -a '(__platform_sdk)'`,
};

const script = defineCommand({
  help: `Usage: platform-sdk completion <bash|zsh|fish>

Prints the completion of commands, operations, inputs and their values for a shell.

  bash   echo 'eval "$(platform-sdk completion bash)"' >> ~/.bashrc
  zsh    echo 'eval "$(platform-sdk completion zsh)"' >> ~/.zshrc
  fish   platform-sdk completion fish > ~/.config/fish/completions/platform-sdk.fish

Exit codes: 0 for success, 2 for wrong arguments.`,
  options: {},
  maxPositionals: 1,
  run({ positionals: [shell = ''] }, { print }) {
    const text = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (text === undefined) throw usageError(`The shell must be one of ${Object.keys(SCRIPTS).join(', ')}`);
    print(text);
    return EXIT.ok;
  },
});

export const completion: CommandModule = {
  ...script,
  async run(args, terminal) {
    if (args[0] !== 'words') return script.run(args, terminal);
    for (const word of wordsAfter(args.slice(1))) terminal.print(word);
    return EXIT.ok;
  },
};

/** Returns the possible values of the last item of `typed`, which may be incomplete. The shell keeps those that begin with this item. */
const wordsAfter = (typed: readonly string[]): readonly string[] => {
  const [command, name = ''] = typed;
  if (typed.length < 2) return [...commands.map((each) => each.name), 'help'];
  if (command === 'completion') return Object.keys(SCRIPTS);
  if (command !== 'call') return ['--json', '--help'];
  if (typed.length === 2) return [...operationEntries().map((each) => each.name), '--help'];
  const { fields = [], kind } = operationNamed(name) ?? {};
  const previous = typed.at(-2);
  const field = fields.find(({ flag }) => previous === `--${flag}`);
  if (field?.type === 'file' || previous === '--env-file') return [];
  const known = (field?.isList ? field.schema.items : field?.schema)?.enum;
  if (known) return known.map(String);
  const flags = [...fields.map(({ flag }) => flag), ...(kind === 'pages' ? PAGE_FLAGS : []), ...CALL_FLAGS];
  return flags.map((flag) => `--${flag}`);
};
