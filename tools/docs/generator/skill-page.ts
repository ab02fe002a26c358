import { basename } from 'node:path';
import type { ReferenceOperation, ServiceReference } from '@platform-sdk/reference/service-reference';
import type { WorkspacePackage } from '@platform-sdk/build/workspace';

/**
 * Returns a package's skill for agents: the content of `AGENTS.md`, and every operation with its effect. The skill has the name of its folder,
 * as the format of skills requires, and the version of the package.
 */
export const skillPage = (
  { name, directory, version, description }: WorkspacePackage,
  agents: string,
  service: ServiceReference | undefined,
): string =>
  [
    '---',
    `name: ${basename(directory)}`,
    `description: ${JSON.stringify(`${description} Use it in programs that import ${name}${service ? `, and for calls of ${service.prefix} operations` : ''}.`)}`,
    'metadata:',
    `  package: ${JSON.stringify(name)}`,
    `  version: ${JSON.stringify(version)}`,
    '---',
    '',
    agents.trimEnd(),
    ...(service ? ['', ...operationsOf(service)] : []),
    '',
  ].join('\n');

const operationsOf = ({ operations }: ServiceReference): string[] => [
  '## Operations',
  '',
  'From a terminal: `npx platform-sdk call <operation> --help`. For an agent with tools: `npx platform-sdk mcp`.',
  'Before a call that costs credits, removes something or is sent once, ask the person. After an error, read its outcome before you repeat it.',
  '',
  '| operation | purpose | effect |',
  '| --- | --- | --- |',
  ...operations.map((each) => `| \`${each.name}\` | ${firstSentence(each.comment).replaceAll('|', '\\|')} | ${effectOf(each)} |`),
];

const firstSentence = (comment: string): string => /^.*?[.](?=\s|$)/.exec(comment)?.[0] ?? comment;

const effectOf = ({ operation: { billed, method, retry } }: ReferenceOperation): string => {
  if (retry === 'safe') return 'reads';
  const effects = [billed && 'costs credits', method === 'DELETE' && 'removes', retry === 'single-attempt' && 'is sent once'].filter(
    Boolean,
  );
  return effects.length > 0 ? effects.join(', ') : 'changes';
};
