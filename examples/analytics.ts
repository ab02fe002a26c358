import { createAnalyticsClient, getProjectKeys } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { say, type Environment } from './environment.ts';

export const title = 'The traces of a project, by its keys';

export const run = async ({ options, local }: Environment): Promise<void> => {
  if (!local) {
    say('skipped: it needs a project that has traces, which only the local platform has ready');
    return;
  }
  const platform = createPlatform(options);
  const { email: username, password } = local.account;
  await createAuthClient(platform).login({ username, password });
  const [organization] = await createOrganizationsClient(platform).list();
  const organizationId = organization?.id ?? '';
  const projects = createProjectsClient(platform);
  const [first] = await projects.list({ organizationId });
  const project = await projects.get({ organizationId, projectId: first?.id ?? '', secret: true });

  // The key pair is what it takes: nothing of the session goes along.
  const analytics = createAnalyticsClient(platform, { projectKeys: getProjectKeys(project) });
  const { data: days } = await analytics.metrics.daily();
  for (const { date, countTraces, totalCost, usage = [] } of days) {
    say(`${date}: ${countTraces} traces, ${totalCost} USD, by ${usage.map(({ model }) => model).join(' and ')}`);
  }

  const reports: string[] = [];
  for await (const { id } of analytics.traces.list({ name: 'report', tags: ['production', 'batch'], orderBy: 'timestamp.asc', limit: 2 })) {
    reports.push(id);
  }
  say(`${reports.length} reports, in pages of two`);
  const trace = await analytics.traces.get({ traceId: reports[0] ?? '' });
  say(`the first took ${trace.latency} s in ${trace.observations?.length} step, and answered ${JSON.stringify(trace.output)}`);
};
