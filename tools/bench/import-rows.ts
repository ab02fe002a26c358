/** Benchmarks of the start of a program: imports from files, from one file and with Node's cache, and the bytes of a page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servicePackages } from '@platform-sdk/build/workspace';
import { build } from 'esbuild';
import { way, type Row, type Way } from './row.ts';

const PEERS = ['openapi-fetch', '@octokit/core', '@supabase/supabase-js', 'openai', '@anthropic-ai/sdk', 'stripe', 'axios'];
const ONE = ['@platform-sdk/organizations'];

const importing = (name: string, modules: readonly string[], aim?: number): Way => way(name, aim, { settings: { modules } });

const row = { program: 'imports.js', settings: {}, limit: 'nothing', show: 'difference', unit: 'ms', rounds: 9 } as const;

const waysOf = (services: readonly string[], oneAim: number, allAim: number): Way[] => [
  importing('nothing', []),
  importing('this SDK, one service', ONE, oneAim),
  importing('this SDK, all services', services, allAim),
  ...PEERS.map((name) => importing(name, [name])),
];

/** Bundles the modules of each candidate into one file, as deployments do. */
const bundleWays =
  (ways: readonly Way[]): NonNullable<Row['prepare']> =>
  async (programs) => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-bundles-'));
    for (const { name, settings } of ways) {
      const { modules } = settings as { readonly modules: readonly string[] };
      const contents = modules.map(
        (module, index) => `import * as module${index} from '${module}'; globalThis.kept${index} = module${index};`,
      );
      await build({
        stdin: { contents: contents.join('\n'), resolveDir: programs },
        outfile: join(folder, `${encodeURIComponent(name)}.mjs`),
        bundle: true,
        format: 'esm',
        platform: 'node',
        logLevel: 'error',
        // Packages in CommonJS call `require` for the modules of Node.
        banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      });
    }
    return { settings: { bundles: folder }, remove: () => rm(folder, { recursive: true }) };
  };

const prepareCache: NonNullable<Row['prepare']> = async () => {
  const cache = await mkdtemp(join(tmpdir(), 'bench-cache-'));
  return { settings: { cache }, remove: () => rm(cache, { recursive: true }) };
};

const page = (name: string, program: string, aim?: number): Way => way(name, aim, { settings: { program } });

const bundles: Row = {
  name: 'bundle',
  title: 'A page that signs in and lists, minified and compressed',
  program: 'bundles.js',
  settings: {},
  limit: 'raw fetch',
  ways: [
    page('raw fetch', 'export const list = async (url, headers) => JSON.parse(await (await fetch(url, { headers })).text());'),
    page(
      'this SDK, sign-in and a list',
      "export { createPlatform } from '@platform-sdk/core'; export { createAuthClient } from '@platform-sdk/auth'; export { createOrganizationsClient } from '@platform-sdk/organizations';",
      24_000,
    ),
    page('this SDK, a list', "export { createOrganizationsClient } from '@platform-sdk/organizations';"),
    page('@supabase/auth-js', "export { AuthClient } from '@supabase/auth-js';"),
    page('@supabase/supabase-js', "export { createClient } from '@supabase/supabase-js';"),
    page('openai', "export { default } from 'openai';"),
    page('@anthropic-ai/sdk', "export { default } from '@anthropic-ai/sdk';"),
    page('@octokit/core', "export { Octokit } from '@octokit/core';"),
    page('axios', "export { default } from 'axios';"),
    page('ky', "export { default } from 'ky';"),
    page('openapi-fetch', "export { default } from 'openapi-fetch';"),
  ],
  show: 'bytes',
  unit: 'bytes',
  note: 'esbuild for browsers, then gzip. Only supabase and this SDK contain sessions with refreshes and stores. Only this SDK checks inputs and responses.',
  rounds: 1,
};

export const importRows = async (): Promise<readonly Row[]> => {
  const services = (await servicePackages()).map(({ name }) => name);
  const fromOneFile = waysOf(services, 5, 20);
  return [
    {
      ...row,
      name: 'import',
      title: 'Cold import, over an empty Node',
      ways: waysOf(services, 15, 40),
      note: 'CPU time of a whole process, from its start, less that of an empty one.',
    },
    {
      ...row,
      name: 'import-one-file',
      title: 'Cold import from one bundled file, over an empty Node',
      ways: fromOneFile,
      note: 'Bundled by esbuild without minifying, as deployments on servers do.',
      prepare: bundleWays(fromOneFile),
    },
    {
      ...row,
      name: 'import-cached',
      title: "Import with Node's cache of compiled code, over an empty Node",
      ways: waysOf(services, 15, 40),
      note: 'With `module.enableCompileCache()`. The first round of each way fills the cache.',
      prepare: prepareCache,
    },
    {
      ...row,
      name: 'first-call',
      title: 'Cold import and the first GET on loopback, over an empty Node',
      limit: 'empty Node',
      ways: [
        way('empty Node', undefined, { settings: { modules: [], firstCall: undefined } }),
        importing('raw fetch', []),
        importing('this SDK, one service', ONE, 40),
        ...PEERS.filter((name) => name !== 'axios').map((name) => importing(name, [name])),
      ],
      note: 'Shows the cost of packages that load their parts later.',
      server: { program: 'call-server.js', as: 'firstCall' },
    },
    bundles,
  ];
};
