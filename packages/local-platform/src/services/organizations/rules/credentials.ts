import type {
  agentPasses as agentPassContract,
  apiKeys as apiKeyContract,
  llmApiKeys as llmApiKeyContract,
} from '@platform-sdk/organizations/contract';
import { agentPassRecords } from '../../agent-passes/records.ts';
import { roleIn } from '../../projects/access.ts';
import { projectRecords, projectsIn } from '../../projects/records.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import type { Table } from '../../../world/table.ts';
import { asMember } from '../roles.ts';

/** Returns the credentials of the projects that the caller has access to, oldest first. */
const ofProjects = <Item>(call: Call, organizationId: string, table: Table<Item, 'project'>): Item[] => {
  asMember(call, organizationId);
  const { world, user } = call;
  const found = projectsIn(world, organizationId).flatMap((project) =>
    roleIn(world, project, user.id) ? table.by('project', project.id) : [],
  );
  return table.inOrder(found).map((record) => ({ ...record }));
};

export const apiKeys: Rules<typeof apiKeyContract> = {
  list: ({ organizationId }, call) => ofProjects(call, organizationId, call.world.records(projectRecords).apiKeys),
};

export const llmApiKeys: Rules<typeof llmApiKeyContract> = {
  list: ({ organizationId }, call) => ofProjects(call, organizationId, call.world.records(projectRecords).llmApiKeys),
};

export const agentPasses: Rules<typeof agentPassContract> = {
  list: ({ organizationId }, call) => ofProjects(call, organizationId, call.world.records(agentPassRecords)),
};
