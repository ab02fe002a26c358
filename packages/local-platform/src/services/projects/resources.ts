import type { ProjectMember, Project } from '@platform-sdk/projects';
import { agentPassRecords } from '../agent-passes/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import { userResource } from '../organizations/resources.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { candidatesOf, roleIn } from './access.ts';
import { projectRecords, type ProjectRecord } from './records.ts';

export const projectResource = ({ id, name, is_default }: ProjectRecord): Project => ({ id, type: 'project', name, is_default });

/** Returns a user with their role in the project. */
export const memberResource = (world: World, project: ProjectRecord, userId: string): ProjectMember => {
  const role = roleIn(world, project, userId);
  if (!role) return { id: userId };
  const members = world.records(organizationRecords).organizations.get(project.organizationId)?.members;
  const { createdAt } = project.places.get(userId) ?? members?.get(userId) ?? project;
  return { ...userResource(world, userId), role, createdAt };
};

/** Returns all members of a project with their roles. */
export const memberResources = ({ world }: Call, project: ProjectRecord): ProjectMember[] =>
  candidatesOf(world, project)
    .filter((userId) => roleIn(world, project, userId))
    .map((userId) => memberResource(world, project, userId));

/** Removes the project id from a key, because the path already contains the id. */
export const inProject = <Key extends { readonly projectId?: string }>({ projectId: _, ...key }: Key): Omit<Key, 'projectId'> => key;

export const apiKeysOf = ({ world }: Call, { id }: ProjectRecord) => world.records(projectRecords).apiKeys.by('project', id).map(inProject);

export const llmApiKeysOf = ({ world }: Call, { id }: ProjectRecord) =>
  world.records(projectRecords).llmApiKeys.by('project', id).map(inProject);

export const agentPassesOf = ({ world }: Call, { id }: ProjectRecord) =>
  world
    .records(agentPassRecords)
    .by('project', id)
    .map((pass) => ({ ...pass }));
