import type { PinnedItem, Sidebar, SidebarProject } from '@platform-sdk/settings';
import { organizationsOf } from '../organizations/records.ts';
import { organizationResource } from '../organizations/resources.ts';
import { accessibleProjects } from '../projects/access.ts';
import type { Call } from '../routing/service.ts';
import { settingsOf } from './records.ts';

/** Returns the user's organizations and projects for display. */
export const sidebarOf = ({ world, user }: Call): Sidebar => ({
  organizations: organizationsOf(world, user.id).map((place) => {
    const { id, name, meta } = organizationResource(place);
    const projects = accessibleProjects(world, id, user.id).map((project) => ({
      id: Number(project.id),
      name: project.name,
      is_default: project.is_default,
    }));
    const pinned_items = pinnedItems(projects, settingsOf(world, user.id).pins.get(id) ?? []);
    return { id, name, currentUserRole: place.membership.role, meta, pinned_items, projects };
  }),
});

/** A removed project is no longer pinned, and leaves no gap. */
const pinnedItems = (projects: readonly SidebarProject[], ids: readonly number[]): PinnedItem[] => {
  if (ids.length === 0) return [];
  const byId = new Map(projects.map((project) => [project.id, project]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(({ id, name }, position) => ({ type: 'project', id, name, position }));
};
