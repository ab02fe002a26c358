import { agentPassRecords, keyRecords } from '../agent-passes/records.ts';
import { analyticsRecords } from '../analytics/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import type { World } from '../world/state.ts';
import { projectRecords, projectsIn, type ProjectRecord } from './records.ts';

/** Deletes a project with everything in it. In place of a removed default project, the oldest remaining one becomes the default. */
export const removeProject = (world: World, { id, organizationId, is_default }: ProjectRecord): void => {
  const { projects, apiKeys, llmApiKeys } = world.records(projectRecords);
  const { keyPairs, traces } = world.records(analyticsRecords);
  projects.delete(id);
  traces.delete(id);
  const isOfIt = ({ projectId }: { readonly projectId?: string | null }): boolean => projectId === id;
  drop(apiKeys, isOfIt);
  drop(llmApiKeys, isOfIt);
  drop(keyPairs, isOfIt);
  drop(world.records(organizationRecords).invitations, isOfIt);
  const passes = world.records(agentPassRecords);
  drop(passes, ({ entityId }) => entityId === id);
  drop(world.records(keyRecords), (passId) => !passes.has(passId));
  const [oldest] = projectsIn(world, organizationId);
  if (is_default && oldest) oldest.is_default = true;
};

const drop = <Kept>(records: Map<string, Kept>, isGone: (one: Kept) => boolean): void => {
  for (const [key, one] of records) if (isGone(one)) records.delete(key);
};
