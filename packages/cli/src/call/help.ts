import type { SchemaData } from '@platform-sdk/core/contract';
import { ENVIRONMENT_HELP } from '../environment/open-platform.ts';
import { urlVariable } from '../environment/variables.ts';
import type { InputField } from '../operations/fields.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { EXIT_MEANINGS } from './exit-codes.ts';

const EXITS = Object.entries(EXIT_MEANINGS)
  .map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`)
  .join('\n');

/** The help of the command without an operation. */
export const CALL_HELP = `Usage: platform-sdk call <operation> [--<input> <value> ...] [options]
       platform-sdk call <operation> -            reads the input from the standard input, as JSON
       platform-sdk call <operation> @input.json  reads the input from a file

Calls any operation of any service. platform-sdk commands lists the operations, and platform-sdk call <operation> --help describes one.
The environment is named by the variables of .env.example, and the user by platform-sdk login.

Inputs are flags: --address-hash 0xA1. Names of inner fields have a dot: --config.model-preference fast. The flag of a list is repeated.
Booleans are --success and --no-success. Other values are JSON. Flags replace fields of the JSON input.

  --all                 All items of a list that is loaded page by page. Default: its first page.
  --limit <number>      At most this number of items of such a list.
  --json                Prints one line of JSON for each item, event or result. Failures are one line of the standard error.
  --show-secrets        Prints tokens and keys. Default: they are hidden.
  --dry-run             Prints the request as a curl command, and sends nothing.
  --yes                 Confirms an operation that is sent once, or removes something.
${ENVIRONMENT_HELP}

Exit codes:
${EXITS}`;

const CREDENTIALS = {
  none: 'none',
  application: 'PLATFORM_API_KEY',
  user: 'PLATFORM_API_KEY, and a user: platform-sdk login',
  admin: 'PLATFORM_API_KEY, PLATFORM_ADMIN_ACCESS, and a user: platform-sdk login',
  project: 'PLATFORM_PROJECT_PUBLIC_KEY and PLATFORM_PROJECT_SECRET_KEY',
  agent: 'PLATFORM_AGENT_USER_ID and PLATFORM_AGENT_SECRET_TOKEN, if they are set',
} as const;

const TOKENS: Readonly<Record<string, string>> = {
  memory: 'PLATFORM_MEMORY_TOKEN',
  gateway: 'PLATFORM_GATEWAY_KEY',
  upload: 'PLATFORM_UPLOAD_TOKEN, else an agent, else a user: platform-sdk login',
  converter: 'PLATFORM_CONVERTER_TOKEN, if it is set',
};

const RETRIES = {
  safe: 'yes, it only reads',
  idempotent: 'yes, a second call changes nothing',
  'non-idempotent': 'only if nothing left this machine',
  'single-attempt': 'never, it is sent once',
} as const;

/** Returns the help of an operation. */
export const operationHelp = (entry: OperationEntry, width: number): string => {
  const { name, about, fields, operation, base, isBilled, needsYes, isDestructive, showsSecretOnce, kind, page } = entry;
  const needed = fields.filter(({ isRequired }) => isRequired).map((field) => ` --${field.flag} ${placeholder(field)}`);
  const facts: [label: string, text: string][] = [
    ['Request', `${operation.method} {${urlVariable(base)}}${operation.path}`],
    ['Credentials', operation.credentials === 'token' ? (TOKENS[base] ?? '') : CREDENTIALS[operation.credentials]],
    ['Retried', RETRIES[operation.retry]],
    ['Result', kind === 'document' ? documentOf(operation.output) : RESULTS[kind]],
    ['Failures', (operation.errors ?? []).join(', ') || 'none documented'],
    ['Reference', page],
  ];
  if (isBilled) facts.push(['Billed', 'yes']);
  if (needsYes) facts.push(['Confirmation', `required, as it ${isDestructive ? 'removes something' : 'is sent once'} (--yes)`]);
  if (showsSecretOnce) facts.push(['Secret', 'returned only once: needs --show-secrets']);
  return [
    `Usage: platform-sdk call ${name}${needed.join('')}${fields.length > needed.length ? ' [options]' : ''}`,
    wrapped(about, '', width).join('\n'),
    fields.length > 0 ? ['Inputs', ...fields.flatMap((field) => fieldLines(field, width))].join('\n') : 'It takes no input.',
    facts.flatMap(([label, text]) => wrapped(text, label.padEnd(14), width)).join('\n'),
    'Options and exit codes: platform-sdk call --help',
  ].join('\n\n');
};

const documentOf = ({ type }: SchemaData): string => (type === 'nothing' ? 'no content' : type === 'array' ? 'a list' : 'an object');

const RESULTS = {
  pages: 'a list, page by page (--all, --limit)',
  stream: 'the text as it arrives; with --json, its events',
  job: 'the progress on the standard error, then the result',
  file: 'a file: redirect the output',
} as const;

const placeholder = ({ type, isList, schema }: InputField): string => {
  const known = (isList ? schema.items : schema)?.enum;
  if (type === 'boolean' && !isList) return '';
  if (known && known.length <= 4) return `<${known.join('|')}>`;
  return `<${type}>`;
};

const fieldLines = (field: InputField, width: number): string[] => {
  const head = `  --${field.flag} ${placeholder(field)}`.trimEnd();
  const text = [field.isRequired ? 'Required.' : '', field.about, rulesOf(field)].filter(Boolean).join(' ');
  const lines = wrapped(text, ' '.repeat(6), width);
  return text === '' ? [head] : [head, ...lines];
};

/** Returns the limits of a field as sentences. */
export const rulesOf = ({ isList, schema, isSecret, about }: InputField): string => {
  const value = (isList ? schema.items : schema) ?? schema;
  const rules = [
    isList && 'May be repeated.',
    value.enum && value.enum.length > 4 && `${value.allowsOthers ? 'Such as' : 'One of'} ${value.enum.join(', ')}.`,
    rangeOf(value, about),
    value.pattern && value.message && `It ${value.message}.`,
    isList && schema.maxLength !== undefined && `At most ${schema.maxLength} items.`,
    isSecret && 'Secret: use - or @file, because other users see arguments.',
  ];
  return rules.filter(Boolean).join(' ');
};

/** Returns the range of a value as a sentence, or undefined if the description already contains the range. */
const rangeOf = ({ minimum, maximum, maxLength, type }: SchemaData, about: string): string | undefined => {
  if (about.includes(`to ${maximum}`) || about.includes(`at least ${minimum}`)) return undefined;
  if (type === 'string') return maxLength === undefined ? undefined : `At most ${maxLength} characters.`;
  if (minimum === undefined) return maximum === undefined ? undefined : `At most ${maximum}.`;
  return maximum === undefined ? `At least ${minimum}.` : `From ${minimum} to ${maximum}.`;
};

/** Wraps a string at `width`. Indents all lines after the first by the length of `indent`. */
const wrapped = (text: string, indent: string, width: number): string[] => {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.trimEnd().length + 1 + word.length > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
};
