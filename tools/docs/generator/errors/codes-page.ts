/** The list of all error codes. */
import type { ReferenceOperation, ServiceReference } from '@platform-sdk/reference/service-reference';
import { code, table, type Page } from '../page.ts';
import { operationPath } from '../reference/operation-page.ts';
import type { TypeLink } from '../reference/fields.ts';
import { kebab } from '@platform-sdk/reference/markdown';
import { assumedCodes } from './assumed-codes.ts';
import { codeTexts, type CodeText } from './code-texts.ts';

/** Returns the list as a page of the site. */
export const codesPage = (services: readonly ServiceReference[], link: TypeLink): Page => ({
  path: 'errors/codes.md',
  text: `---\npageClass: codes\n---\n\n${codesText(services, {
    headingOf: (name) => [`### ${name} {#${name}}`],
    operationLink: (service, each) => `../${operationPath(service, each)}`,
    link,
  })}`,
});

/** Returns the list as a file of the repository, where exports and single operations have no pages. */
export const codesFile = (services: readonly ServiceReference[]): string =>
  codesText(services, {
    headingOf: (name) => [`<a id="${name}"></a>`, '', `### ${name}`],
    operationLink: (service, each) => `../reference/${service}.md#${kebab(each.path.join('.'))}`,
    link: () => undefined,
  });

/** The functions in which the two versions of the list differ. */
interface Target {
  readonly headingOf: (name: string) => readonly string[];
  readonly operationLink: (service: string, operation: ReferenceOperation) => string;
  readonly link: TypeLink;
}

/** Writes the list. Throws if a code of a contract lacks a description. */
const codesText = (services: readonly ServiceReference[], { headingOf, operationLink, link }: Target): string => {
  const operations = operationsByCode(services, operationLink);
  for (const key of operations.keys()) {
    const [from, name] = key.split(' ');
    if (!codeTexts.some((each) => each.from === from && each.code === name))
      throw new Error(`tools/docs/generator/errors/code-texts.ts lacks the code ${name} of ${from}.`);
  }
  const codes = [...new Set(codeTexts.map((each) => each.code))];
  const isService = ({ from, code: name }: CodeText): boolean => operations.has(`${from} ${name}`) || name === 'INSUFFICIENT_CREDITS';
  const section = (name: string): string[] => [
    '',
    ...headingOf(name),
    ...codeTexts.filter((each) => each.code === name).flatMap((each) => rowsOf(each, operations.get(`${each.from} ${name}`) ?? [], link)),
  ];
  const own = codes.filter((name) => codeTexts.some((each) => each.code === name && isService(each)));
  return [
    '# Error codes',
    '',
    'The `code` of a `PlatformError` comes from the server or from the SDK. `hasErrorCode(error, code)` finds it in every format of error bodies. Match codes, not statuses: the API specification shows no status for some codes.',
    '',
    '## Codes of the services',
    '',
    'The API specification documents these codes.',
    ...own.flatMap(section),
    '',
    '## Codes of the SDK',
    ...codes.filter((name) => !own.includes(name)).flatMap(section),
    '',
    '## Assumed codes of the local platform',
    '',
    'The API specification shows no code for these failures, so the local platform chooses a code. Your deployment may send another code or none, so branch on the `status`. `codes.json` does not contain these codes. Errors of the search and of uploads contain no code.',
    ...table(
      ['Code', 'Status', 'Services', 'Cause'],
      assumedCodes.map(({ code: name, status, from, happened }) => [code(name), status, from.join(', '), happened]),
    ),
    '',
  ].join('\n');
};

const operationsByCode = (services: readonly ServiceReference[], operationLink: Target['operationLink']): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { service, operations } of services)
    for (const each of operations)
      for (const error of each.operation.errors ?? []) {
        if (typeof error === 'number') continue;
        const key = `${service} ${error}`;
        found.set(key, [...(found.get(key) ?? []), `[${code(each.name)}](${operationLink(service, each)})`]);
      }
  return found;
};

const rowsOf = ({ from, status, happened, applied, advice, guard }: CodeText, operations: readonly string[], link: TypeLink): string[] => {
  const address = guard === undefined ? undefined : link(guard);
  return table(
    [`\`@platform-sdk/${from}\``, 'Value'],
    [
      [status.startsWith('`') ? 'Kind' : 'Status', status],
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
