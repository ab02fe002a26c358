import type * as contract from '@platform-sdk/projects/contract';
import { asMember, isAtLeast } from '../../organizations/roles.ts';
import type { Call, UngroupedRules } from '../../../routing/service.ts';
import { asProjectAdmin, asProjectMember, roleIn, tooLow } from '../access.ts';
import { ownKeyPair } from '../keys.ts';
import { filterOf, orderOf } from '../listing.ts';
import { createProject, giveAccess, projectsIn, type ProjectRecord } from '../records.ts';
import { removeProject } from '../removal.ts';
import { agentPassesOf, apiKeysOf, llmApiKeysOf, memberResources, projectResource } from '../resources.ts';

/** Returns all projects of an organization. Throws if the caller is not a member and has access to none of the projects. */
const projectsFor = (call: Call, organizationId: string): readonly ProjectRecord[] => {
  const all = projectsIn(call.world, organizationId);
  if (!all.some((project) => roleIn(call.world, project, call.user.id))) asMember(call, organizationId);
  return all;
};

export const projects: UngroupedRules<typeof contract> = {
  list({ organizationId, sort, forceRefresh: _, ...filters }, call) {
    const { world, user } = call;
    const all = projectsFor(call, organizationId);
    const isWanted = filterOf(world, user.id, filters);
    const found = all.filter((project) => roleIn(world, project, user.id) && isWanted(project));
    if (!sort) return found.map(projectResource);
    const { measure, compare } = orderOf(world, sort);
    const measured = found.map((project) => ({ project, measured: measure(project) }));
    return measured.toSorted((one, other) => compare(one.measured, other.measured)).map(({ project }) => projectResource(project));
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
      ...(include.includes('users') && { users: memberResources(call, project) }),
      ...(include.includes('apiKeys') && { apiKeys: apiKeysOf(call, project) }),
      ...(include.includes('llmApiKeys') && { llmApiKeys: llmApiKeysOf(call, project) }),
      ...(include.includes('agentPasses') && { agentPasses: agentPassesOf(call, project) }),
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
