import type * as contract from '@platform-sdk/projects/contract';
import { asMember, isAtLeast } from '../../organizations/roles.ts';
import type { Call, UngroupedRules } from '../../routing/service.ts';
import { accessibleProjects, asProjectAdmin, asProjectMember, tooLow } from '../access.ts';
import { ownKeyPair } from '../keys.ts';
import { filterOf, orderOf } from '../listing.ts';
import { createProject, giveAccess, type ProjectRecord } from '../records.ts';
import { removeProject } from '../removal.ts';
import { agentPassesOf, apiKeysOf, llmApiKeysOf, memberResources, projectResource } from '../resources.ts';

/** The projects of an organization that a user sees. A user who sees none must be its member. */
const seenIn = (call: Call, organizationId: string): ProjectRecord[] => {
  const projects = accessibleProjects(call.world, organizationId, call.user.id);
  if (projects.length === 0) asMember(call, organizationId);
  return projects;
};

export const projects: UngroupedRules<typeof contract> = {
  list({ organizationId, sort, forceRefresh: _, ...filters }, call) {
    const found = seenIn(call, organizationId).filter(filterOf(call.world, call.user.id, filters));
    return (sort ? orderOf(call.world, sort)(found) : found).map(projectResource);
  },

  create({ organizationId, name }, call) {
    const { membership } = asMember(call, organizationId);
    if (!isAtLeast(membership.role, 'MEMBER')) tooLow();
    const project = createProject(call.world, organizationId, name);
    giveAccess(call.world, project, call.user.id, { role: 'OWNER', projectOnly: false });
    return projectResource(project);
  },

  get({ include = [], secret = false, ...of }, call) {
    const { world } = call;
    const { project } = asProjectMember(call, of, secret ? 'MEMBER' : 'VIEWER');
    return {
      ...projectResource(project),
      ...(secret && { meta: { secrets: ownKeyPair(world, project) } }),
      ...(include.includes('users') && { users: memberResources(world, project) }),
      ...(include.includes('apiKeys') && { apiKeys: apiKeysOf(world, project) }),
      ...(include.includes('llmApiKeys') && { llmApiKeys: llmApiKeysOf(world, project) }),
      ...(include.includes('agentPasses') && { agentPasses: agentPassesOf(world, project) }),
    };
  },

  update({ name, ...of }, call) {
    const { project } = asProjectAdmin(call, of);
    return projectResource(Object.assign(project, { name, updatedAt: call.world.timestamp() }));
  },

  remove(of, call) {
    removeProject(call.world, asProjectAdmin(call, of).project);
  },
};
