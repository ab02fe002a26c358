import type { LocalPlatform, LocalServer } from '@platform-sdk/local-platform';
import * as agentPasses from '../../examples/agent-passes.ts';
import * as analytics from '../../examples/analytics.ts';
import * as budget from '../../examples/budget.ts';
import * as converter from '../../examples/converter.ts';
import { environmentOn, type Environment } from '../../examples/environment.ts';
import * as gateway from '../../examples/gateway.ts';
import * as memory from '../../examples/memory.ts';
import * as projects from '../../examples/projects.ts';
import * as search from '../../examples/search.ts';
import * as settings from '../../examples/settings.ts';
import * as signIn from '../../examples/sign-in.ts';
import * as upload from '../../examples/upload.ts';
import * as wallets from '../../examples/wallets.ts';

/** An example, and the cells of the sweep that it skips. */
interface SweptExample {
  readonly name: string;
  readonly run: (environment: Environment) => Promise<void>;
  readonly skip?: readonly string[];
}

/** All examples. Two of them skip a cell, because they catch that failure and return normally. */
export const examples: readonly SweptExample[] = [
  { name: 'sign-in', run: signIn.run },
  // The example simulates the loss of the response to this payment, and prints the result of `reconcile`.
  { name: 'wallets', run: wallets.run, skip: ['wallets.transact#2/expired'] },
  { name: 'agent-passes', run: agentPasses.run },
  { name: 'projects', run: projects.run },
  { name: 'settings', run: settings.run },
  { name: 'analytics', run: analytics.run },
  { name: 'gateway', run: gateway.run },
  // The example waits for a 402, and then ends.
  { name: 'budget', run: budget.run, skip: ['gateway.chat#1/402'] },
  { name: 'memory', run: memory.run },
  { name: 'upload', run: upload.run },
  { name: 'search', run: search.run },
  { name: 'converter', run: converter.run },
];

/** Returns a journey that runs an example and then removes the resources that it created. */
export const journeyOf =
  ({ run }: SweptExample, server: LocalServer) =>
  async (local: LocalPlatform): Promise<void> => {
    const cleaning: (() => Promise<unknown>)[] = [];
    const environment = await environmentOn(local, server, (_, work) => void cleaning.push(work));
    const failures: unknown[] = [];
    const collect = (error: unknown): void => void failures.push(error);
    await run(environment).catch(collect);
    for (let next = cleaning.pop(); next; next = cleaning.pop()) await next().catch(collect);
    if (failures.length > 0) throw failures[0];
  };
