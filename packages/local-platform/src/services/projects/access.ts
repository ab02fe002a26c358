import type { ProjectRole } from '@platform-sdk/projects';
import { organizationRecords, type OrganizationRecord } from '../organizations/records.ts';
import { isAtLeast } from '../organizations/roles.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { projectRecords, type ProjectRecord } from './records.ts';

/** The caller's role in a project. */
export interface ProjectPlace {
  readonly organization: OrganizationRecord;
  readonly project: ProjectRecord;
  /** The caller's own. */
  readonly role: ProjectRole;
}

/** The project of a call. */
interface InProject {
  readonly organizationId: string;
  readonly projectId: string;
}

const organizationOf = (world: World, organizationId: string): OrganizationRecord | undefined =>
  world.records(organizationRecords).organizations.get(organizationId);

/** Returns a user's role in a project, if they have access: their own there, else that of the organization. */
export const roleIn = (world: World, project: ProjectRecord, userId: string): ProjectRole | undefined => {
  const given = organizationOf(world, project.organizationId)?.members.get(userId)?.role;
  const place = project.places.get(userId);
  if (!place) return given;
  const holds = place.access === 'granted' && (place.projectOnly || given !== undefined);
  return holds ? (place.role ?? given) : undefined;
};

/** The users who may have access to a project, by their ids: the members of its organization, and those with a place of their own. Some are in both. */
export const candidatesOf = (world: World, { organizationId, places }: ProjectRecord): string[] => [
  ...new Set([...(organizationOf(world, organizationId)?.members.keys() ?? []), ...places.keys()]),
];

/** The number of users with access to a project: the members of its organization, as its own places change them. */
export const countMembers = (world: World, project: ProjectRecord): number => {
  const { members } = organizationOf(world, project.organizationId) ?? { members: new Map<string, unknown>() };
  let count = members.size;
  for (const userId of project.places.keys()) count += Number(roleIn(world, project, userId) !== undefined) - Number(members.has(userId));
  return count;
};

/** Returns a project to a caller with access. To strangers it does not exist. */
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

/** Returns a project to a caller who may change it, and marks it as changed. Only an owner makes an owner. */
export const asProjectAdmin = (call: Call, of: InProject, granted: ProjectRole = 'VIEWER'): ProjectPlace => {
  const place = asProjectMember(call, of, 'ADMIN');
  if (!isAtLeast(place.role, granted)) tooLow();
  touch(call, place.project);
  return place;
};

/** The role of a member of a project. */
export const memberRoleIn = (world: World, project: ProjectRecord, userId: string): ProjectRole =>
  roleIn(world, project, userId) ?? refuse(404, 'NOT_FOUND', 'There is no such member.');

const hasOtherOwner = (world: World, project: ProjectRecord, userId: string): boolean => {
  const isOther = (id: string): boolean => id !== userId && roleIn(world, project, id) === 'OWNER';
  for (const id of project.places.keys()) if (isOther(id)) return true;
  for (const id of organizationOf(world, project.organizationId)?.members.keys() ?? []) if (isOther(id)) return true;
  return false;
};

/** Rejects a change that leaves a project without an owner. */
export const keepProjectOwner = (world: World, project: ProjectRecord, userId: string): void => {
  if (roleIn(world, project, userId) !== 'OWNER') return;
  if (!hasOtherOwner(world, project, userId)) refuse(422, 'INVALID_ROLE_TRANSITION', 'The last owner has to transfer the ownership first.');
};

export const touch = ({ world }: Call, project: ProjectRecord): void => void (project.activeAt = world.clock.now());

export const tooLow = (): never => refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Your role does not allow this.');

const missing = (): never => refuse(404, 'NOT_FOUND', 'There is no such project.');
