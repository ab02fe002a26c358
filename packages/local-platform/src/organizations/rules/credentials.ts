import type {
  agentPasses as agentPassContract,
  apiKeys as apiKeyContract,
  llmApiKeys as llmApiKeyContract,
} from '@platform-sdk/organizations/contract';
import { agentPassRecords } from '../../agent-passes/records.ts';
import { projectRecords, projectsIn } from '../../projects/records.ts';
import type { Call, Rules } from '../../service.ts';
import { asMember } from '../roles.ts';

/** The ids of an organization's projects, for one of its members. */
const projectIds = (call: Call, organizationId: string): Set<string> => {
  asMember(call, organizationId);
  return new Set(projectsIn(call.world, organizationId).map(({ id }) => id));
};

export const apiKeys: Rules<typeof apiKeyContract> = {
  list({ organizationId }, call) {
    const projects = projectIds(call, organizationId);
    return [...call.world.records(projectRecords).apiKeys.values()].filter(({ projectId }) => projects.has(projectId));
  },
};

export const llmApiKeys: Rules<typeof llmApiKeyContract> = {
  list({ organizationId }, call) {
    const projects = projectIds(call, organizationId);
    return [...call.world.records(projectRecords).llmApiKeys.values()].filter(({ projectId }) => projects.has(projectId));
  },
};

export const agentPasses: Rules<typeof agentPassContract> = {
  list({ organizationId }, call) {
    const projects = projectIds(call, organizationId);
    return [...call.world.records(agentPassRecords).values()].filter(({ entityId }) => projects.has(entityId));
  },
};
