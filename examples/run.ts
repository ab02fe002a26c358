import { isPlatformError } from '@platform-sdk/core';
import * as agentPasses from './agent-passes.ts';
import * as analytics from './analytics.ts';
import * as budget from './budget.ts';
import * as converter from './converter.ts';
import { openEnvironment, type Environment } from './environment.ts';
import * as gateway from './gateway.ts';
import * as memory from './memory.ts';
import * as projects from './projects.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as upload from './upload.ts';
import * as wallets from './wallets.ts';

interface Example {
  readonly title: string;
  readonly run: (environment: Environment) => Promise<void>;
}

const examples: readonly Example[] = [
  signIn,
  wallets,
  agentPasses,
  projects,
  settings,
  analytics,
  gateway,
  budget,
  memory,
  upload,
  search,
  converter,
];

/** Runs every example, each in an environment of its own, and says how they went. */
const failed: string[] = [];
for (const { title, run } of examples) {
  console.log(`\n${title}`);
  const environment = await openEnvironment();
  try {
    await run(environment);
  } catch (error) {
    failed.push(title);
    console.error(isPlatformError(error) ? `  failed: ${error.kind} in ${error.operation}: ${error.message}` : error);
  } finally {
    await environment.close();
  }
}
console.log(
  `\n${examples.length - failed.length} of ${examples.length} examples ran${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}.`,
);
if (failed.length > 0) process.exitCode = 1;
