/** The page of one operation. */
import { STATUS_CODES } from 'node:http';
import { credentialsOf } from '@platform-sdk/reference/security';
import type { ReferenceOperation, ServiceReference } from '@platform-sdk/reference/service-reference';
import { kebab } from '@platform-sdk/reference/markdown';
import { code, denseTable, fenced, prose, table, type Page } from '../page.ts';
import type { RecordedExample } from '../recording/record-examples.ts';
import { fieldRows, typeOf, type TypeLink } from './fields.ts';
import { wireBlocks } from './wire.ts';

/** Returns the path of an operation's page. */
export const operationPath = (service: string, { path }: ReferenceOperation): string => `reference/${service}/${kebab(path.join('.'))}.md`;

/** Writes the page of an operation. Without an example, the page lacks the call and the messages. */
export const operationPage = (
  { service, base }: ServiceReference,
  each: ReferenceOperation,
  example: RecordedExample | undefined,
  link: TypeLink,
): Page => {
  const { name, comment, operation } = each;
  const address = `${each.base === base ? '' : `{${each.base}_base_url}`}${operation.path}`;
  const text = [
    '---',
    'pageClass: operation',
    '---',
    '',
    `# ${name}`,
    '',
    prose(comment),
    '',
    code(`${operation.method} ${address}`),
    ...callOf(example),
    '',
    '## Input',
    ...inputOf(each, link),
    '',
    '## Result',
    ...resultOf(each, link),
    ...(example
      ? ['', '## On the wire', '', 'Recorded while the call above ran against the local platform.', ...wireBlocks(example.exchange)]
      : []),
    '',
    '## Behaviour',
    ...behaviourOf(each),
    '',
    '## Failures',
    ...failuresOf(each),
    ...undocumentedOf(each),
    '',
  ];
  return { path: operationPath(service, each), text: text.join('\n') };
};

/** Returns the example with a folded preamble, and its output. */
const callOf = (example: RecordedExample | undefined): string[] => {
  if (!example) return [];
  const { preamble, call, printed } = example;
  return [
    '',
    '## Call',
    '',
    '<details>',
    '<summary>Beforehand</summary>',
    ...fenced('ts', preamble),
    '',
    '</details>',
    ...fenced('ts', call),
    ...(printed ? ['', 'It prints:', ...fenced('txt', printed)] : []),
  ];
};

const HEADS = ['Field', 'Type', 'Required', 'Rules', 'Meaning'];

const inputOf = ({ operation, input }: ReferenceOperation, link: TypeLink): string[] => {
  const rows = fieldRows(operation.input, input, link);
  if (rows.length === 0) return ['', 'None. Options of the call come after `{}`.'];
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field));
  const isRead = operation.method === 'GET' || operation.method === 'DELETE';
  const placeOf = (field: string): string => {
    if (inPath.has(field)) return 'path';
    return isRead || operation.query?.includes(field) ? 'query' : 'body';
  };
  const placed = rows.map(([field = '', ...rest]) => [field, placeOf(field.slice(1, -1).split(/[.[]/)[0] ?? ''), ...rest]);
  return denseTable(['Field', 'In', ...HEADS.slice(1)], placed);
};

const PAGED =
  'This is a page. The method returns the list: a loop over it yields the items of `data`, page after page ([lists and pages](../../guides/lists-and-pages.md)).';

const resultOf = ({ operation, output }: ReferenceOperation, link: TypeLink): string[] => {
  const { output: schema } = operation;
  if (schema.type === 'nothing') return ['', 'None: the body of the response is not read.'];
  const fields = schema.type === 'array' ? schema.items : schema;
  const named = typeOf(schema, output, link);
  const lead = `${schema.optional && schema.type !== 'any' ? 'Absent when the response has no body. Else ' : ''}${named}.`;
  const paged = 'paging' in operation ? ['', PAGED] : [];
  return [
    '',
    lead.charAt(0).toUpperCase() + lead.slice(1),
    ...paged,
    ...(fields ? denseTable(HEADS, fieldRows(fields, output, link)) : []),
  ];
};

const RETRY: Readonly<Record<string, string>> = {
  safe: 'retried after a network failure, 408, 429 and 5xx: the call only reads',
  idempotent: 'retried after a network failure, 408, 429 and 5xx: a second call changes nothing',
  'non-idempotent': 'retried only if provably nothing left the machine',
  'single-attempt': 'never retried',
};

const behaviourOf = (each: ReferenceOperation): string[] => {
  const { retry, cacheSeconds, cacheBypassField, invalidates, billed, generates } = each.operation;
  return table(
    ['Property', 'Value'],
    [
      ['Credentials', `${credentialsOf(each)} ([headers](../index.md#how-to-read-a-row))`],
      ['Retries', `${code(retry)}: ${RETRY[retry] ?? ''}`],
      [
        'Cached',
        cacheSeconds === undefined
          ? 'no'
          : `for ${cacheSeconds} s${cacheBypassField === undefined ? '' : `; ${code(cacheBypassField)} bypasses it`}`,
      ],
      ...(invalidates && invalidates.length > 0
        ? [['Invalidates', invalidates.map((prefix) => (prefix === '' ? 'all cached responses' : code(prefix))).join(', ')]]
        : []),
      ...(billed ? [['Billed', 'yes: a response that breaks the contract is returned, with its problems']] : []),
      ['Time limits', '[those of a call](../../guides/retries-timeouts-cancelling.md#time-limits); `timeoutMs` sets another'],
      ...(generates ? [['Headers', 'arrive when the response is computed: only `timeoutMs` limits the wait']] : []),
    ],
  );
};

/** Returns the documented failures. Each code links to its row in the list of codes. */
const failuresOf = ({ operation: { errors = [] } }: ReferenceOperation): string[] => {
  const rows = errors.map((error) =>
    typeof error === 'number' ? [`${error} ${STATUS_CODES[error] ?? ''}`, ''] : ['', `[${code(error)}](../../errors/codes.md#${error})`],
  );
  return [
    ...(rows.length > 0 ? denseTable(['Status', 'Code'], rows) : ['', 'The API specification documents none.']),
    '',
    'Every failure is a `PlatformError`; its [kind](../../errors/index.md) describes the rest.',
  ];
};

const undocumentedOf = ({ operation: { undocumented = {} } }: ReferenceOperation): string[] => {
  const names = Object.entries(undocumented);
  if (names.length === 0) return [];
  return [
    '',
    '<details>',
    `<summary>${names.length} ${names.length === 1 ? 'name' : 'names'} on the wire that the API specification does not show</summary>`,
    '',
    "A deployment that uses another name sets it in the platform's [`wireNames`](../../guides/wire-names.md).",
    ...table(
      ['Name', 'Confidence'],
      names.map(([field, confidence]) => [code(field), confidence]),
    ),
    '',
    '</details>',
  ];
};
