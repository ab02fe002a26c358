import type { ProjectRole } from '@platform-sdk/projects';
import { organizationRecords, type OrganizationRecord } from '../organizations/records.ts';
import { isAtLeast } from '../organizations/roles.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { projectRecords, type ProjectRecord } from './records.ts';

/** A project, and the caller's role in it. */
export interface ProjectPlace {
  readonly organization: OrganizationRecord;
  readonly project: ProjectRecord;
  readonly role: ProjectRole;
}

interface InProject {
  readonly organizationId: string;
  readonly projectId: string;
}

const organizationOf = (world: World, organizationId: string): OrganizationRecord | undefined =>
  world.records(organizationRecords).organizations.get(organizationId);

/** Returns a user's role in a project: the project role, or else the organization role. Undefined for users without access. */
export const roleIn = (world: World, project: ProjectRecord, userId: string): ProjectRole | undefined => {
  const given = organizationOf(world, project.organizationId)?.members.get(userId)?.role;
  const place = project.places.get(userId);
  if (!place) return given;
  const holds = place.access === 'granted' && (place.projectOnly || given !== undefined);
  return holds ? (place.role ?? given) : undefined;
};

/** Returns the ids of all users who may have access, without duplicates: members of the organization, and users with a project role. */
export const candidatesOf = (world: World, { organizationId, places }: ProjectRecord): string[] => [
  ...new Set([...(organizationOf(world, organizationId)?.members.keys() ?? []), ...places.keys()]),
];

/** Counts the users with access to a project. */
export const countMembers = (world: World, project: ProjectRecord): number => {
  const { members } = organizationOf(world, project.organizationId) ?? { members: new Map<string, unknown>() };
  let count = members.size;
  for (const userId of project.places.keys()) count += Number(roleIn(world, project, userId) !== undefined) - Number(members.has(userId));
  return count;
};

/** Returns a project if the caller has access. Throws 403 if the role is too low or access was denied, and 404 for other callers. */
export const asProjectMember = (
  { world, user }: Call,
  { organizationId, projectId }: InProject,
  least: ProjectRole = 'VIEWER',
): ProjectPlace => {
  const organization = organizationOf(world, organizationId);
  const project = world.records(projectRecords).projects.get(projectId);
  if (!organization || project?.organizationId !== organizationId) return missing();
  const role = roleIn(world, project, user.id);
  if (role) return isAtLeast(role, least) ? { organization, project, role } : tooLow();
  const isDenied = project.places.get(user.id)?.access === 'denied';
  return isDenied ? refuse(403, 'ACCESS_DENIED', 'Your access to this project was denied.') : missing();
};

/** Returns a project if the caller may change it, and updates its time of change. Only owners may grant the role of an owner. */
export const asProjectAdmin = (call: Call, of: InProject, granted: ProjectRole = 'VIEWER'): ProjectPlace => {
  const place = asProjectMember(call, of, 'ADMIN');
  if (!isAtLeast(place.role, granted)) tooLow();
  touch(call, place.project);
  return place;
};

/** Returns a member's role in a project. Throws 404 if the user has none. */
export const memberRoleIn = (world: World, project: ProjectRecord, userId: string): ProjectRole =>
  roleIn(world, project, userId) ?? refuse(404, 'NOT_FOUND', 'There is no such member.');

const hasOtherOwner = (world: World, project: ProjectRecord, userId: string): boolean => {
  const isOther = (id: string): boolean => id !== userId && roleIn(world, project, id) === 'OWNER';
  for (const id of project.places.keys()) if (isOther(id)) return true;
  for (const id of organizationOf(world, project.organizationId)?.members.keys() ?? []) if (isOther(id)) return true;
  return false;
};

/** Throws if a project would lose its last owner. */
export const keepProjectOwner = (world: World, project: ProjectRecord, userId: string): void => {
  if (roleIn(world, project, userId) !== 'OWNER') return;
  if (!hasOtherOwner(world, project, userId)) refuse(422, 'INVALID_ROLE_TRANSITION', 'The last owner has to transfer the ownership first.');
};

export const touch = ({ world }: Call, project: ProjectRecord): void => void (project.activeAt = world.clock.now());

export const tooLow = (): never => refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Your role does not allow this.');

const missing = (): never => refuse(404, 'NOT_FOUND', 'There is no such project.');
