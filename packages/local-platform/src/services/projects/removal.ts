import { dropKeys } from '../agent-passes/keys.ts';
import { agentPassRecords } from '../agent-passes/records.ts';
import { analyticsRecords, traceRecords } from '../analytics/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import type { World } from '../../world/state.ts';
import type { Table } from '../../world/table.ts';
import { forgetPlaces, projectRecords, projectsIn, type ProjectRecord } from './records.ts';

/**
 * Deletes a project and everything in it, except its wallets and the activity of its agents. If the default project is deleted, the oldest
 * remaining project becomes the default.
 */
export const removeProject = (world: World, project: ProjectRecord): void => {
  const { id, organizationId, is_default } = project;
  const { projects, apiKeys, llmApiKeys, removed } = world.records(projectRecords);
  const { keyPairs } = world.records(analyticsRecords);
  forgetPlaces(world, project);
  projects.delete(id);
  removed.set(id, { id, organizationId });
  world.records(traceRecords).delete(id);
  const drop = <Item extends { readonly id: string }>(table: Table<Item, 'project'>): void => {
    for (const item of table.by('project', id)) table.delete(item.id);
  };
  drop(apiKeys);
  drop(llmApiKeys);
  drop(world.records(organizationRecords).invitations);
  for (const { publicKey } of keyPairs.by('project', id)) keyPairs.delete(publicKey);
  const passes = world.records(agentPassRecords);
  for (const pass of passes.by('project', id)) dropKeys(world, pass.id);
  drop(passes);
  const [oldest] = projectsIn(world, organizationId);
  if (is_default && oldest) oldest.is_default = true;
};
