import type { ApiKey, LlmApiKey } from '@platform-sdk/organizations';
import type { World } from '../world.ts';

/** A project. */
export interface ProjectRecord {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  readonly is_default: boolean;
}

/** A key as listings show it, and whose it is. */
type OfProject<Key> = Key & { projectId: string };

export const projectRecords = () => ({
  projects: new Map<string, ProjectRecord>(),
  apiKeys: new Map<string, OfProject<ApiKey>>(),
  llmApiKeys: new Map<string, OfProject<LlmApiKey>>(),
});

export const projectsIn = (world: World, organizationId: string): ProjectRecord[] =>
  [...world.records(projectRecords).projects.values()].filter((project) => project.organizationId === organizationId);

/** Creates a project; the first of an organization is its default one. Ids are whole numbers, as the settings need them. */
export const createProject = (world: World, organizationId: string, name: string): ProjectRecord => {
  const { projects } = world.records(projectRecords);
  const id = String(projects.size + 1);
  const project: ProjectRecord = { id, organizationId, name, is_default: projectsIn(world, organizationId).length === 0 };
  projects.set(id, project);
  return project;
};
