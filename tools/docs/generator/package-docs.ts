/** Writes the documentation that each tarball contains: `AGENTS.md`, `SKILL.md`, and the pages of the package in `docs`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { publishedPackages, type WorkspacePackage } from '@platform-sdk/build/workspace';
import type { ServiceReference } from '@platform-sdk/reference/service-reference';
import { titleOf, type Page } from './page.ts';
import { leadOf, moved, plainText } from './plain-pages.ts';
import { skillPage } from './skill-page.ts';

/** The guides that belong to a package, by the package's folder. `OF_CORE` matches the guides of core. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  'agent-passes': ['guides/permissions.md', 'guides/fleets.md'],
  'ai-sdk': ['recipes/openai-and-ai-sdk.md', 'guides/streams.md'],
  analytics: ['guides/permissions.md'],
  auth: ['guides/sessions-and-stores.md'],
  cli: ['guides/command-line.md', 'guides/agents.md', 'guides/staging.md', 'guides/local-platform.md', 'recipes/playwright-and-cypress.md'],
  converter: ['guides/archives-and-jobs.md'],
  gateway: ['guides/streams.md', 'guides/limits.md', 'recipes/express-proxy.md', 'recipes/openai-and-ai-sdk.md'],
  'local-platform': ['guides/local-platform.md', 'start/tests.md', 'recipes/is-my-checkout-safe.md'],
  memory: ['guides/streams.md', 'recipes/memory-tokens.md'],
  opentelemetry: ['guides/logging-and-tracing.md'],
  organizations: ['guides/permissions.md'],
  projects: ['guides/permissions.md'],
  query: ['recipes/react.md'],
  react: ['recipes/react.md', 'recipes/next.md'],
  redis: ['guides/fleets.md', 'guides/sessions-and-stores.md'],
  search: ['guides/streams.md'],
  settings: ['guides/settings.md'],
  upload: ['guides/uploads.md'],
  wallets: ['guides/wallets-and-money.md'],
};

const OF_CORE =
  /^(?:start\/(?:node|web|tests)|guides\/(?:errors|sessions-and-stores|retries-timeouts-cancelling|streams|logging-and-tracing|security|runtimes|wire-names|sizes-and-speed)|errors\/[\w-]+)\.md$/;

const isOf = (folder: string, path: string): boolean =>
  path.startsWith(`reference/${folder}/`) || (folder === 'core' ? OF_CORE.test(path) : (GUIDES[folder] ?? []).includes(path));

/** Writes the files of every package. Returns the number of files. */
export const writePackageDocs = async (pages: readonly Page[], services: readonly ServiceReference[]): Promise<number> => {
  let count = 0;
  for (const each of await publishedPackages()) {
    const folder = basename(each.directory);
    const own = pages.filter(({ path }) => isOf(folder, path));
    const placed = moved(own, (path) => `docs/${path.replace(`reference/${folder}/`, 'reference/')}`);
    await rm(join(each.directory, 'docs'), { recursive: true, force: true });
    const readme = pages.find(({ path }) => path === `packages/${folder}.md`);
    const agents = agentsPage(each, readme, own, placed);
    const skill = skillPage(
      each,
      agents,
      services.find(({ service }) => service === folder),
    );
    const files: Page[] = [...placed, { path: 'AGENTS.md', text: agents }, { path: 'SKILL.md', text: skill }];
    for (const { path, text } of files) {
      const file = join(each.directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      count += 1;
    }
  }
  return count;
};

const MAX_OPERATIONS = 32;

/** Returns the first program of a README, with its preamble. */
const firstProgram = (text: string): string | undefined => {
  const [, fold, program] =
    /(?:<details>\n<summary>[^\n]*<\/summary>\n\n(```tsx?\n[\s\S]*?\n```)\n\n<\/details>\n+)?(```tsx?\n[\s\S]*?\n```)/.exec(text) ?? [];
  return fold === undefined ? program : `${fold}\n\n${program ?? ''}`;
};

/** Returns the text of `AGENTS.md`: how to use a package, in one screen. */
const agentsPage = (
  { name, description }: WorkspacePackage,
  readme: Page | undefined,
  own: readonly Page[],
  placed: readonly Page[],
): string => {
  const first = readme && firstProgram(plainText(readme));
  const operations = own.filter(({ text }) => text.startsWith('---\npageClass: operation'));
  const place = (page: Page): string => placed[own.indexOf(page)]?.path ?? '';
  const others = own.filter((page) => !operations.includes(page) && !page.path.endsWith('/index.md'));
  return [
    `# ${name}`,
    '',
    description,
    '',
    ...(first === undefined ? [] : [first, '']),
    '- Pass one `createPlatform({ apiKey, baseUrls })` of `@platform-sdk/core` to all clients.',
    '- Every failure is a `PlatformError`. Branch on `error.kind`, then on `status` and `code`. Read `error.outcome` before you repeat a write.',
    '- Do not add retries or timeouts around calls: the client has them. Cancel with `{ signal }`, the second argument.',
    '- Test against `createLocalPlatform()` of `@platform-sdk/local-platform`, with `fetch: local.fetch`.',
    ...(operations.length === 0
      ? []
      : [
          '',
          '| operation | page |',
          '| --- | --- |',
          ...operations.slice(0, MAX_OPERATIONS).map((page) => `| \`${titleOf(page)}\` | ${place(page)} |`),
        ]),
    ...(others.length === 0
      ? []
      : [
          '',
          'Pages:',
          '',
          ...others
            .slice(0, 24)
            .map(
              (page) =>
                `- [${titleOf(page)}](${place(page)})${leadOf(page) ? `: ${leadOf(page).split('. ')[0]?.replace(/\.$/, '')}.` : ''}`,
            ),
        ]),
    '',
  ].join('\n');
};
