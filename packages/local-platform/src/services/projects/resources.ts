import type { ProjectMember, Project } from '@platform-sdk/projects';
import { agentPassRecords } from '../agent-passes/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import { userResource } from '../organizations/resources.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { candidatesOf, roleIn } from './access.ts';
import { projectRecords, type ProjectRecord } from './records.ts';

export const projectResource = ({ id, name, is_default }: ProjectRecord): Project => ({ id, type: 'project', name, is_default });

/** A user with the role in the project. */
export const memberResource = (world: World, project: ProjectRecord, userId: string): ProjectMember => {
  const role = roleIn(world, project, userId);
  if (!role) return { id: userId };
  const members = world.records(organizationRecords).organizations.get(project.organizationId)?.members;
  const { createdAt } = project.places.get(userId) ?? members?.get(userId) ?? project;
  return { ...userResource(world, userId), role, createdAt };
};

/** The members of a project with their roles in it. */
export const memberResources = ({ world }: Call, project: ProjectRecord): ProjectMember[] =>
  candidatesOf(world, project)
    .filter((userId) => roleIn(world, project, userId))
    .map((userId) => memberResource(world, project, userId));

/** A key as its project shows it: the path names the project already. */
export const inProject = <Key extends { readonly projectId?: string }>({ projectId: _, ...key }: Key): Omit<Key, 'projectId'> => key;

export const apiKeysOf = ({ world }: Call, { id }: ProjectRecord) => world.records(projectRecords).apiKeys.by('project', id).map(inProject);

export const llmApiKeysOf = ({ world }: Call, { id }: ProjectRecord) =>
  world.records(projectRecords).llmApiKeys.by('project', id).map(inProject);

export const agentPassesOf = ({ world }: Call, { id }: ProjectRecord) =>
  world
    .records(agentPassRecords)
    .by('project', id)
    .map((pass) => ({ ...pass }));
