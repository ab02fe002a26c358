import { createAnalyticsClient, getProjectKeys } from '@platform-sdk/analytics';
import { createPlatform, type ProjectKeys } from '@platform-sdk/core';
import { createProjectsClient } from '@platform-sdk/projects';
import { ownOrganization, signIn } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'The traces of a project, by its keys';

/** Returns the key pair of the account's first project. */
const firstKeys = async (environment: Environment): Promise<ProjectKeys> => {
  const ada = await signIn(environment);
  const { id: organizationId } = await ownOrganization(ada);
  const projects = createProjectsClient(ada.platform);
  const [first] = await projects.list({ organizationId });
  if (!first) return skip('it needs a project: set PLATFORM_PROJECT_PUBLIC_KEY and PLATFORM_PROJECT_SECRET_KEY');
  return getProjectKeys(await projects.get({ organizationId, projectId: first.id, secret: true }));
};

export const run = async (environment: Environment): Promise<void> => {
  const { options, local } = environment;
  const projectKeys = (local ? undefined : options.projectKeys) ?? (await firstKeys(environment));

  // The client only sends the key pair, not the session.
  const analytics = createAnalyticsClient(createPlatform(options), { projectKeys });
  const { data: days } = await analytics.metrics.daily();
  for (const { date, countTraces, totalCost, usage = [] } of days.slice(0, 7)) {
    say(`${date}: ${countTraces} traces, ${totalCost} USD, by ${usage.map(({ model }) => model).join(' and ')}`);
  }

  const filter = local ? { name: 'report', tags: ['production', 'batch'] } : {};
  const traces: string[] = [];
  for await (const { id } of analytics.traces.list({ ...filter, orderBy: 'timestamp.asc', limit: 2 })) {
    if (traces.push(id) === 5) break;
  }
  say(`${traces.length} traces, in pages of two`);
  const [first] = traces;
  if (first === undefined) return say('the project has no traces yet');
  const trace = await analytics.traces.get({ traceId: first });
  say(`the first took ${trace.latency} s in ${trace.observations?.length} step, and returned ${JSON.stringify(trace.output)}`);
};

/** Runs the complete example, because it only reads. */
export const read = (environment: Environment): Promise<void> => run(environment);
