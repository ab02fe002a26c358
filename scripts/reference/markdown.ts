import { credentialsOf } from './security.ts';
import type { ReferenceOperation, ServiceReference } from './service-reference.ts';

const COLUMNS = ['Operation', 'Request', 'Credentials', 'Retry', 'What it does', 'Fresh for', 'Failures', 'Undocumented names'];

/** The page of one service. */
export const servicePage = ({ service, title, description, base, operations }: ServiceReference): string =>
  [
    `# ${title}`,
    '',
    description,
    '',
    `${count(operations.length, 'operation')} relative to \`{${base}_base_url}\`, unless a row says otherwise. The columns are explained in the [reference](README.md); the same as OpenAPI is in [${service}.openapi.json](${service}.openapi.json).`,
    '',
    row(COLUMNS),
    row(COLUMNS.map(() => '---')),
    ...operations.map((each) => row(cellsOf(each, base))),
    '',
  ].join('\n');

const cellsOf = (each: ReferenceOperation, base: string): string[] => {
  const { name, base: own, comment, operation } = each;
  const { method, path, retry, cacheSeconds, errors = [], undocumented = {} } = operation;
  return [
    code(name),
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

/** The page that leads to all others. */
export const indexPage = (services: readonly ServiceReference[]): string =>
  [
    '# Reference',
    '',
    'Written from the contracts by `pnpm reference`; edits are lost.',
    '',
    row(['Service', 'Operations', 'Package', 'OpenAPI 3.1']),
    row(['---', '---:', '---', '---']),
    ...services.map(({ service, title, operations }) =>
      row([
        `[${title}](${service}.md)`,
        String(operations.length),
        code(`@platform-sdk/${service}`),
        `[${service}.openapi.json](${service}.openapi.json)`,
      ]),
    ),
    row(['All', String(services.reduce((sum, { operations }) => sum + operations.length, 0)), '', '']),
    '',
    'Of one documented chat there are two operations, plain and streamed.',
    '',
    LEGEND,
  ].join('\n');

const LEGEND = `## How to read a row

**Credentials**: what a call carries, and nothing else is attached.

| Word | Headers |
| --- | --- |
| none | none |
| application | \`Api-Key\` |
| user | \`Api-Key\`, and the session's Bearer |
| admin | \`Api-Key\`, the session's Bearer and \`Admin-Access\` |
| project | Basic, with the project's key pair, and \`Api-Key\` where the platform has one |
| token | the service's own Bearer |
| session | the session's Bearer alone |
| agent | \`X-Agent-Secret-Token\` and \`X-Agent-User-Id\`, where they are configured |

**Retry**: whether a failed call is sent again.

| Word | Sent again |
| --- | --- |
| safe | it only reads: after a network failure, 408, 429 and 5xx |
| idempotent | sending it twice changes nothing: the same |
| never | only when provably nothing left the machine |
| once | not even then |

**Fresh for**: how long an answer is given again without asking the server.

**Failures**: the statuses and codes that the operation documents; any other may come too.

**Undocumented names**: names on the wire that the service's documents leave open, with how sure they are: \`published\` in public documentation or code of services with this interface, by \`convention\`, or \`assumed\`. A deployment that uses another name sets it in the platform's \`wireNames\`.
`;
