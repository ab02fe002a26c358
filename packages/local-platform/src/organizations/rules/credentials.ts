import type {
  agentPasses as agentPassContract,
  apiKeys as apiKeyContract,
  llmApiKeys as llmApiKeyContract,
} from '@platform-sdk/organizations/contract';
import { agentPassRecords } from '../../agent-passes/records.ts';
import { accessibleProjects } from '../../projects/access.ts';
import { projectRecords } from '../../projects/records.ts';
import type { Call, Rules } from '../../routing/service.ts';
import { asMember } from '../roles.ts';

/** The ids of the organization's projects that a member has access to. */
const projectIds = (call: Call, organizationId: string): Set<string> => {
  asMember(call, organizationId);
  return new Set(accessibleProjects(call.world, organizationId, call.user.id).map(({ id }) => id));
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
