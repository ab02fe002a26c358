/** The page that lists the operations of a service. */
import type { ServiceReference } from '@platform-sdk/reference/service-reference';
import { kebab } from '@platform-sdk/reference/markdown';
import { code, prose, table, type Page } from '../page.ts';

/** Writes the overview of a service. */
export const servicePage = ({ service, title, description, base, operations }: ServiceReference): Page => ({
  path: `reference/${service}/index.md`,
  text: [
    `# ${title}`,
    '',
    prose(description),
    '',
    `Package: [\`@platform-sdk/${service}\`](../../packages/${service}.md). Types: [all names](exports.md). OpenAPI 3.1: <a href="/openapi/${service}.openapi.json" download>${service}.openapi.json</a>.`,
    '',
    `The paths are relative to \`{${base}_base_url}\`, unless a row has another address.`,
    ...table(
      ['Operation', 'Description'],
      operations.map(({ name, path, base: own, comment, operation }) => [
        `[${code(name)}](${kebab(path.join('.'))}.md)<br>${code(`${operation.method} ${own === base ? '' : `{${own}_base_url}`}${operation.path}`)}`,
        prose(/^.*?[.](?=\s|$)/.exec(comment)?.[0] ?? comment),
      ]),
    ),
    '',
  ].join('\n'),
});
