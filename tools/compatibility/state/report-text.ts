/** The report of a package: its operations, then the declarations of its entries. */
import type { EntryState } from './declarations.ts';
import { fieldText, type Fields } from './fields.ts';
import type { OperationState } from './operations.ts';
import type { State } from './state.ts';

/** Returns the reports by the name of their package, without its scope. */
export const reportsOf = ({ operations, entries }: State): ReadonlyMap<string, string> => {
  const names = [...new Set(entries.map((each) => each.package))].toSorted();
  return new Map(
    names.map((name) => {
      const own = operations.filter((each) => each.package === name);
      const parts = [
        `The public API of ${name}. \`pnpm tool api-report\` writes this file.`,
        ...operationLines(own),
        ...entries.filter((each) => each.package === name).map(entryText),
      ];
      return [name.replace('@platform-sdk/', ''), `${parts.join('\n\n')}\n`];
    }),
  );
};

/** Fields that several operations share are written once. */
const operationLines = (operations: readonly OperationState[]): readonly string[] => {
  const written = new Map<string, string>();
  const block = (title: string, fields: Fields, name: string): readonly string[] => {
    const lines = fieldLines(fields);
    if (lines.length === 0) return [];
    const text = lines.join('\n');
    const first = written.get(text);
    if (first !== undefined && lines.length > 2) return [`  ${title}: the same as ${first}`];
    written.set(text, `the ${title} of ${name}`);
    return [`  ${title}`, ...lines.map((line) => `    ${line}`)];
  };
  return operations.map(({ name, request, credentials, retry, settings, lists, deprecated, input, output }) =>
    [
      `${name}: ${request}`,
      `  credentials ${credentials}, retry ${retry}`,
      ...Object.entries(settings).map(([setting, value]) => `  ${setting} ${value}`),
      ...Object.entries(lists).flatMap(([list, values]) => (values.length > 0 ? [`  ${list} ${values.join(', ')}`] : [])),
      ...Object.entries(deprecated).map(([field, advice]) => `  deprecated ${field}: ${advice}`),
      ...block('input', input, name),
      ...block('output', output, name),
    ].join('\n'),
  );
};

/** Returns a line for each field. A plain object only appears through its fields. */
const fieldLines = (fields: Fields): readonly string[] =>
  Object.entries(fields)
    .filter(([path, { type, optional, nullable }]) => path !== '' || type !== 'object' || optional || nullable)
    .map(([path, field]) => fieldText(path, field));

/** Removes the lines of API Extractor that no reader needs, and adds the defaults of comments. */
const entryText = ({ entry, report, declarations }: EntryState): string => {
  const [, code = ''] = /```ts\n([\s\S]*)```/.exec(report) ?? [];
  const lines = code
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(
      (line) =>
        !/^\s*(?:\/\/ @public|\/\/ \(undocumented\)|\/\/ \(No @packageDocumentation .*|import .*|\/\/\/ <reference .*)?$/.test(line),
    );
  const defaults = declarations.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [`${name}: ${defaultValue}`]));
  return [`== ${entry}`, ...lines, ...(defaults.length > 0 ? ['', `== defaults of ${entry}`, ...defaults] : [])].join('\n');
};
