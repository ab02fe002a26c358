/**
 * Counts the compiler's work for a user's programs, with and without library checks. The count is the number of type instantiations,
 * minus that of an empty program.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import budgets from './instantiation-budgets.json' with { type: 'json' };
import { scriptOf } from './workspace.ts';

// Everything resolves from this folder, whose package depends on every client.
const folder = `${import.meta.dirname}/node_modules/.cache/instantiations`;

const ours = `
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import { createSettingsClient } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
const platform = createPlatform({ apiKey: 'key' });
await createAuthClient(platform).login({ username: 'ada', password: 'secret' });
await createOrganizationsClient(platform).get({ organizationId: '1' });
await createProjectsClient(platform).list({ organizationId: '1' });
await createSettingsClient(platform).get();
await createAgentPassesClient(platform).list({ orgId: '1', projectId: '2' });
await createWalletsClient(platform).get({ addressHash: '0x1' });
await createAnalyticsClient(platform).traces.get({ traceId: 't' });
await createMemoryClient(platform).users.me();
await createGatewayClient(platform).chat({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
await createUploadClient(platform).upload({ file: { path: 'a.txt' } });
await createSearchClient(platform).search({ query: 'a', flow: 'agentic' });
await createConverterClient(platform).convert({ url: 'https://example.com' }).result();
`;

const programs: Readonly<Record<string, string>> = {
  'the twelve clients': ours,
  '@octokit/core': `import { Octokit } from '@octokit/core';\nawait new Octokit().request('GET /orgs/{org}', { org: 'o' });\n`,
  stripe: `import Stripe from 'stripe';\nawait new Stripe('key').customers.retrieve('c');\n`,
  openai: `import OpenAI from 'openai';\nawait new OpenAI().chat.completions.create({ model: 'm', messages: [] });\n`,
};

const empty = await measure('empty', 'export {};\n');
console.log(`${'one method of each of'.padEnd(34)}  libraries unchecked  checked  budgets`);
for (const [name, program] of Object.entries(programs)) {
  const counts = await measure(name, program);
  const [unchecked, checked] = [counts[0] - empty[0], counts[1] - empty[1]];
  const isOurs = program === ours;
  const fits = !isOurs || (unchecked <= budgets.unchecked && checked <= budgets.checked);
  if (!fits) process.exitCode = 1;
  const note = isOurs ? `${budgets.unchecked} and ${budgets.checked}: ${fits ? 'yes' : 'NO'}` : '';
  console.log(`${name.padEnd(34)}  ${String(unchecked).padStart(19)}  ${String(checked).padStart(7)}  ${note}`);
}
await rm(folder, { recursive: true, force: true });

/** Returns the number of instantiations with `skipLibCheck` on and off. */
async function measure(name: string, program: string): Promise<readonly [number, number]> {
  const place = `${folder}/${name.replaceAll(/\W+/g, '-')}`;
  await mkdir(place, { recursive: true });
  await writeFile(`${place}/main.mts`, program);
  const count = async (skipLibCheck: boolean): Promise<number> => {
    const options = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck,
    };
    await writeFile(`${place}/tsconfig.json`, JSON.stringify({ compilerOptions: options, files: ['main.mts'] }));
    const { stdout } = await promisify(execFile)(process.execPath, [
      scriptOf('typescript', 'tsc'),
      '-p',
      place,
      '--extendedDiagnostics',
    ]).catch((error: unknown) => {
      const { stdout: printed } = error as { stdout: string };
      // Packages of other vendors may fail the check; they are counted anyway.
      if (skipLibCheck) throw new Error(printed, { cause: error });
      return { stdout: printed };
    });
    return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
  };
  return [await count(true), await count(false)];
}
