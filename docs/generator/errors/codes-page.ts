/** The list of all error codes. */
import type { ServiceReference } from '../../../scripts/reference/service-reference.ts';
import { code, table, type Page } from '../page.ts';
import { operationPath } from '../reference/operation-page.ts';
import type { TypeLink } from '../reference/fields.ts';
import { codeTexts, type CodeText } from './code-texts.ts';

/** Writes the list. A code of a contract without a text is an error. */
export const codesPage = (services: readonly ServiceReference[], link: TypeLink): Page => {
  const operations = operationsByCode(services);
  for (const key of operations.keys()) {
    const [from, name] = key.split(' ');
    if (!codeTexts.some((each) => each.from === from && each.code === name))
      throw new Error(`docs/generator/errors/code-texts.ts lacks the code ${name} of ${from}.`);
  }
  const codes = [...new Set(codeTexts.map((each) => each.code))];
  const isService = ({ from, code: name }: CodeText): boolean => operations.has(`${from} ${name}`) || name === 'INSUFFICIENT_CREDITS';
  const section = (name: string): string[] => [
    '',
    `### ${name} {#${name}}`,
    ...codeTexts.filter((each) => each.code === name).flatMap((each) => rowsOf(each, operations.get(`${each.from} ${name}`) ?? [], link)),
  ];
  const [own, others] = [codes.filter((name) => codeTexts.some((each) => each.code === name && isService(each))), codes].map(
    (all) => new Set(all),
  );
  const text = [
    '# Error codes',
    '',
    "The `code` of a `PlatformError` is the server's own, or one of the SDK. `hasErrorCode(error, code)` finds it in every form of body. Match codes, not statuses: the API specification shows no status for some of them.",
    '',
    '## Codes of the services',
    ...[...(own ?? [])].flatMap(section),
    '',
    '## Codes of the SDK',
    ...[...(others ?? [])].filter((name) => !own?.has(name)).flatMap(section),
    '',
  ];
  return { path: 'errors/codes.md', text: text.join('\n') };
};

const operationsByCode = (services: readonly ServiceReference[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { service, operations } of services)
    for (const each of operations)
      for (const error of each.operation.errors ?? []) {
        if (typeof error === 'number') continue;
        const key = `${service} ${error}`;
        found.set(key, [...(found.get(key) ?? []), `[${code(each.name)}](../${operationPath(service, each)})`]);
      }
  return found;
};

const rowsOf = ({ from, status, happened, applied, advice, guard }: CodeText, operations: readonly string[], link: TypeLink): string[] => {
  const address = guard === undefined ? undefined : link(guard);
  return table(
    [`\`@platform-sdk/${from}\``, 'Value'],
    [
      [/^\d/.test(status) ? 'Status' : status.startsWith('`') ? 'Kind' : 'Status', status],
      ['Cause', happened],
      ['Carried out', applied],
      ['Next step', advice],
      ...(guard === undefined
        ? []
        : [['Guard', address === undefined ? code(guard) : `[${code(guard)}](${address.replace('../', '../reference/')})`]]),
      ...(operations.length === 0 ? [] : [['Operations', operations.join(', ')]]),
    ],
  );
};
