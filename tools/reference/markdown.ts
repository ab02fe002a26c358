import { credentialsOf } from './security.ts';
import type { ReferenceOperation, ServiceReference } from './service-reference.ts';

const COLUMNS = ['Operation', 'Request', 'Credentials', 'Retry', 'Description', 'Cached for', 'Failures', 'Undocumented names'];

/** Converts camel case to kebab case: `updateRole` becomes `update-role`. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('.', '-')
    .toLowerCase();

/** Returns the page of one service. */
export const servicePage = ({ service, title, description, base, operations }: ServiceReference): string =>
  [
    `# ${title}`,
    '',
    description,
    '',
    `${count(operations.length, 'operation')} relative to \`{${base}_base_url}\`, unless a row has another address. The [reference](README.md) explains the columns. \`${service}.openapi.json\` is the same as OpenAPI.`,
    '',
    row(COLUMNS),
    row(COLUMNS.map(() => '---')),
    ...operations.map((each) => row(cellsOf(each, base))),
    '',
  ].join('\n');

const cellsOf = (each: ReferenceOperation, base: string): string[] => {
  const { name, path: names, base: own, comment, operation } = each;
  const { method, path, retry, cacheSeconds, errors = [], undocumented = {} } = operation;
  return [
    `<a id="${kebab(names.join('.'))}"></a>${code(name)}`,
    code(`${method} ${own === base ? '' : `{${own}_base_url}`}${path}`),
    credentialsOf(each),
    retry,
    comment,
    cacheSeconds === undefined ? '' : `${cacheSeconds} s`,
    errors.map((error) => (typeof error === 'number' ? String(error) : code(error))).join(', '),
    Object.entries(undocumented)
      .map(([field, confidence]) => `${code(field)} ${confidence}`)
      .join(', '),
  ];
};

const code = (text: string): string => `\`${text}\``;
const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns the index page, which links to all other pages. */
export const indexPage = (services: readonly ServiceReference[]): string =>
  [
    '# Reference',
    '',
    'Written from the contracts by `pnpm tool reference`, together with the OpenAPI documents, which git ignores. Edits are lost.',
    '',
    row(['Service', 'Operations', 'Package', 'OpenAPI 3.1']),
    row(['---', '---:', '---', '---']),
    ...services.map(({ service, title, operations }) =>
      row([`[${title}](${service}.md)`, String(operations.length), code(`@platform-sdk/${service}`), `\`${service}.openapi.json\``]),
    ),
    row(['All', String(services.reduce((sum, { operations }) => sum + operations.length, 0)), '', '']),
    '',
    'One documented chat is two operations, plain and streamed.',
    '',
    LEGEND,
  ].join('\n');

const LEGEND = `## How to read a row

**Credentials**: the headers of a call. No other credentials are sent.

| Word | Headers |
| --- | --- |
| none | none |
| application | \`Api-Key\` |
| user | \`Api-Key\`, and the session's Bearer |
| admin | \`Api-Key\`, the session's Bearer and \`Admin-Access\` |
| project | Basic, with the project's key pair, and \`Api-Key\` if the platform has one |
| token | the service's own Bearer |
| session | the session's Bearer alone |
| agent | \`X-Agent-Secret-Token\` and \`X-Agent-User-Id\`, if they are configured |

**Retry**: the rule for retries of a failed call.

| Word | Retried |
| --- | --- |
| safe | the call only reads: after a network failure, 408, 429 and 5xx |
| idempotent | a second call changes nothing: the same |
| non-idempotent | only if provably nothing left the machine |
| single-attempt | never |

**Cached for**: the time for which a response is cached.

**Failures**: the statuses and codes to expect of the operation. The API specification shows only some of them, and others are possible.

**Undocumented names**: names on the wire that the API specification does not show, with their confidence. They are \`published\` in public documentation or code of services with this interface, a \`convention\`, or \`assumed\`. A deployment that uses another name sets it in the platform's \`wireNames\`.
`;
