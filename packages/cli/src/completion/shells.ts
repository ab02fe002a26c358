/** The names that a shell completes. */
interface Names {
  readonly commands: readonly string[];
  readonly operations: readonly {
    readonly name: string;
    readonly about: string;
    readonly flags: readonly { readonly flag: string; readonly values: readonly string[] }[];
    readonly isPaged: boolean;
  }[];
}

const CALL_FLAGS = ['json', 'output', 'show-secrets', 'dry-run', 'yes', 'env-file', 'profile', 'timeout', 'help'];
const PAGE_FLAGS = ['all', 'limit'];

const flagsOf = ({ flags, isPaged }: Names['operations'][number]): string =>
  [...flags.map(({ flag }) => flag), ...CALL_FLAGS, ...(isPaged ? PAGE_FLAGS : [])].map((flag) => `--${flag}`).join(' ');

/** Returns the branches of a `case` with the values of a flag, such as `wallets.create --purpose`. */
const valueCases = ({ operations }: Names): string[] =>
  operations.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, values }) => (values.length > 0 ? [`    '${name} --${flag}') words='${values.join(' ')}' ;;`] : [])),
  );

/** A function that sets `words`. bash and zsh run it. */
const wordsFunction = (names: Names): string => `_platform_sdk_words() { # arguments: operation, previous word
  case "$1 $2" in
${valueCases(names).join('\n')}
    *)
      case "$1" in
${names.operations.map((each) => `        ${each.name}) words='${flagsOf(each)}' ;;`).join('\n')}
      esac ;;
  esac
}`;

const names = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(' ');

const bash = (all: Names): string => `${wordsFunction(all)}
_platform_sdk() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then words='${all.commands.join(' ')} help'
  elif [ "\${COMP_WORDS[1]}" != call ]; then words='--help --json'
  elif [ "$COMP_CWORD" -eq 2 ]; then words='${names(all.operations)} --help'
  else
    case "$previous" in
      --env-file|--output|--file) COMPREPLY=($(compgen -f -- "$current")); return ;;
    esac
    _platform_sdk_words "\${COMP_WORDS[2]}" "$previous"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platform_sdk platform-sdk`;

const zsh = (all: Names): string => `#compdef platform-sdk
${wordsFunction(all)}
_platform_sdk_zsh() {
  local -a typed; typed=("\${words[@]}")
  local position=$CURRENT operation="\${typed[3]}" previous="\${typed[CURRENT-1]}" list=''
  if (( position == 2 )); then list='${all.commands.join(' ')} help'
  elif [[ "\${typed[2]}" != call ]]; then list='--help --json'
  elif (( position == 3 )); then list='${names(all.operations)} --help'
  elif [[ "$previous" == (--env-file|--output|--file) ]]; then _files; return
  else
    list="$(words=''; _platform_sdk_words "$operation" "$previous"; print -r -- "$words")"
  fi
  compadd -- \${=list}
}
compdef _platform_sdk_zsh platform-sdk`;

/** Quotes a text for fish. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const summaryOf = (about: string): string => (/^.*?(?=[.](?:\s|$))/.exec(about)?.[0] ?? about).slice(0, 80);

const fish = ({ commands, operations }: Names): string => {
  const lines = [
    'complete -c platform-sdk -f',
    `complete -c platform-sdk -n 'test (count (commandline -opc)) -eq 1' -a ${quoted(`${commands.join(' ')} help`)}`,
  ];
  const second = `test (count (commandline -opc)) -eq 2; and test (commandline -opc)[2] = call`;
  const call = (name: string): string =>
    `set -l typed (commandline -opc); test (count $typed) -ge 3; and test "$typed[2] $typed[3]" = 'call ${name}'`;
  for (const { name, about, flags, isPaged } of operations) {
    lines.push(`complete -c platform-sdk -n ${quoted(second)} -a ${name} -d ${quoted(summaryOf(about))}`);
    const own = [...flags, ...(isPaged ? PAGE_FLAGS : []).map((flag) => ({ flag, values: [] }))];
    for (const { flag, values } of own) {
      const choices = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : '';
      lines.push(`complete -c platform-sdk -n ${quoted(call(name))} -l ${flag}${choices}`);
    }
  }
  for (const flag of CALL_FLAGS)
    lines.push(
      `complete -c platform-sdk -n 'contains call (commandline -opc)' -l ${flag}${flag === 'output' || flag === 'env-file' ? ' -r -F' : ''}`,
    );
  return lines.join('\n');
};

/** The writers of completions by shell. */
export const SHELLS: Readonly<Record<string, (names: Names) => string>> = { bash, zsh, fish };
