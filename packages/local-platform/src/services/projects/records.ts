import type { OrganizationApiKey, OrganizationLlmApiKey } from '@platform-sdk/organizations';
import type { ProjectRole } from '@platform-sdk/projects';
import { createTable } from '../../world/table.ts';
import type { World } from '../../world/state.ts';
import { store, transientStore } from '../../state/store.ts';

/** A project to create. */
export interface SeedProject {
  readonly name: string;
  /** The number of tools, in addition to agent passes. Default: 0. */
  readonly tools?: number;
  /** The number of notebooks. Default: 0. */
  readonly notebooks?: number;
}

/** A project. */
export interface ProjectRecord {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  is_default: boolean;
  readonly createdAt: string;
  updatedAt: string;
  /** The time of the last change, in milliseconds. */
  activeAt: number;
  readonly tools: number;
  readonly notebooks: number;
  /** The access of users whose access differs from their organization role, by user id. */
  readonly places: Map<string, PlaceRecord>;
}

export interface PlaceRecord {
  /** Undefined if the organization role applies. */
  role: ProjectRole | undefined;
  access: 'granted' | 'denied' | 'removed';
  /** True if the user is not a member of the organization. */
  readonly projectOnly: boolean;
  readonly createdAt: string;
}

export type RemovedProject = Pick<ProjectRecord, 'id' | 'organizationId'>;

/** A key as lists show it, with its project. */
type OfProject<Key> = Key & { projectId: string };

export const projectRecords = store('projects', () => ({
  projects: createTable<ProjectRecord, 'organization'>({ organization: ({ organizationId }) => [organizationId] }),
  apiKeys: createTable<OfProject<OrganizationApiKey>, 'project'>({ project: ({ projectId }) => [projectId] }),
  llmApiKeys: createTable<OfProject<OrganizationLlmApiKey>, 'project' | 'provider'>({
    project: ({ projectId }) => [projectId],
    provider: ({ projectId, provider }) => [`${projectId} ${provider}`],
  }),
  /** Removed projects. The wallets of removed projects still exist. */
  removed: createTable<RemovedProject, 'organization'>({ organization: ({ organizationId }) => [organizationId] }),
  lastId: 0,
}));

export const projectsIn = (world: World, organizationId: string): readonly ProjectRecord[] =>
  world.records(projectRecords).projects.by('organization', organizationId);

/** Creates a project. The first project of an organization is its default. Ids are integers, because settings require integers. */
export const createProject = (world: World, organizationId: string, given: string | SeedProject): ProjectRecord => {
  const records = world.records(projectRecords);
  const { name, tools = 0, notebooks = 0 } = typeof given === 'string' ? { name: given } : given;
  const createdAt = world.timestamp();
  const project: ProjectRecord = {
    id: String(++records.lastId),
    organizationId,
    name,
    is_default: projectsIn(world, organizationId).length === 0,
    createdAt,
    updatedAt: createdAt,
    activeAt: world.clock.now(),
    tools,
    notebooks,
    places: new Map(),
  };
  records.projects.set(project.id, project);
  return project;
};

/** An index of the projects of each user. The index is rebuilt after a state is restored. */
const placeRecords = transientStore('project-places', () => ({ byUser: undefined as Map<string, Set<ProjectRecord>> | undefined }));

const note = (byUser: Map<string, Set<ProjectRecord>>, userId: string, project: ProjectRecord): void => {
  const known = byUser.get(userId);
  if (known) known.add(project);
  else byUser.set(userId, new Set([project]));
};

/** Returns the projects whose access rules name the user. */
export const projectsWithPlace = (world: World, userId: string): ProjectRecord[] => {
  const index = world.records(placeRecords);
  if (!index.byUser) {
    index.byUser = new Map();
    for (const project of world.records(projectRecords).projects.values())
      for (const id of project.places.keys()) note(index.byUser, id, project);
  }
  return [...(index.byUser.get(userId) ?? [])];
};

/** Sets a user's access to a project. */
export const setPlace = (world: World, project: ProjectRecord, userId: string, place: PlaceRecord): void => {
  project.places.set(userId, place);
  const { byUser } = world.records(placeRecords);
  if (byUser) note(byUser, userId, project);
};

export const dropPlace = (world: World, project: ProjectRecord, userId: string): void => {
  project.places.delete(userId);
  world.records(placeRecords).byUser?.get(userId)?.delete(project);
};

/** Removes a deleted project from the index of its users. */
export const forgetPlaces = (world: World, project: ProjectRecord): void => {
  const { byUser } = world.records(placeRecords);
  if (byUser) for (const userId of project.places.keys()) byUser.get(userId)?.delete(project);
};

/** Gives a user a role in a project. */
export const giveAccess = (
  world: World,
  project: ProjectRecord,
  userId: string,
  { role, projectOnly }: Pick<PlaceRecord, 'role' | 'projectOnly'>,
): void => {
  const createdAt = project.places.get(userId)?.createdAt ?? world.timestamp();
  setPlace(world, project, userId, { role, projectOnly, access: 'granted', createdAt });
};
