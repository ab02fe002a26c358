import { isPlatformError } from '@platform-sdk/core';
import { inspect } from 'node:util';
import * as agentPasses from './agent-passes.ts';
import * as analytics from './analytics.ts';
import * as budget from './budget.ts';
import * as converter from './converter.ts';
import { openEnvironment, printable, type Environment } from './environment.ts';
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

/** By the name of their files. */
const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries({
    'sign-in': signIn,
    wallets,
    'agent-passes': agentPasses,
    projects,
    settings,
    analytics,
    gateway,
    budget,
    memory,
    upload,
    search,
    converter,
  }),
);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !examples.has(name));
if (unknown.length > 0) {
  console.error(`Unknown example: ${unknown.join(', ')}. The examples are: ${[...examples.keys()].join(', ')}.`);
  process.exit(1);
}
const chosen = [...examples].filter(([name]) => names.length === 0 || names.includes(name)).map(([, example]) => example);

/** Runs the named examples, or all, each in an environment of its own, and prints their results. */
const failed: string[] = [];
for (const { title, run } of chosen) {
  console.log(`\n${title}`);
  const environment = await openEnvironment();
  try {
    await run(environment);
  } catch (error) {
    failed.push(title);
    console.error(printable(isPlatformError(error) ? `  failed: ${error.kind} in ${error.operation}: ${error.message}` : inspect(error)));
  } finally {
    await environment.close();
  }
}
console.log(
  `\n${chosen.length - failed.length} of ${chosen.length} examples ran${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}.`,
);
if (failed.length > 0) process.exitCode = 1;
