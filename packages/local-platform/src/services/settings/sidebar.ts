import type { PinnedItem, Sidebar, SidebarProject } from '@platform-sdk/settings';
import { listedRole, organizationResource, organizationsFor } from '../organizations/resources.ts';
import { roleIn } from '../projects/access.ts';
import { projectRecords, projectsIn, type ProjectRecord } from '../projects/records.ts';
import type { World } from '../../world/state.ts';
import type { Call } from '../../routing/service.ts';
import { settingsOf } from './records.ts';

/** Returns the user's organizations and projects for the sidebar. */
export const sidebarOf = ({ world, user }: Call): Sidebar => ({
  organizations: organizationsFor(world, user.id).flatMap((organization) => {
    const role = listedRole(world, organization, user.id);
    if (!role) return [];
    const { id, name, meta } = organizationResource(organization, role);
    const projects = projectsIn(world, id)
      .filter((project) => roleIn(world, project, user.id))
      .map(sidebarProject);
    const pins = settingsOf(world, user.id).pins.get(id) ?? [];
    const pinned_items = pinnedItems(pins.flatMap((pinned) => seenProject(world, { organizationId: id, userId: user.id, pinned }) ?? []));
    return { id, name, currentUserRole: role, meta, pinned_items, projects };
  }),
});

const sidebarProject = ({ id, name, is_default }: ProjectRecord): SidebarProject => ({ id: Number(id), name, is_default });

const seenProject = (
  world: World,
  { organizationId, userId, pinned }: { readonly organizationId: string; readonly userId: string; readonly pinned: number },
): SidebarProject | undefined => {
  const project = world.records(projectRecords).projects.get(String(pinned));
  return project?.organizationId === organizationId && roleIn(world, project, userId) ? sidebarProject(project) : undefined;
};

/** Returns the items of pinned projects, numbered in their order. */
const pinnedItems = (projects: readonly SidebarProject[]): PinnedItem[] =>
  projects.map(({ id, name }, position) => ({ type: 'project', id, name, position }));
