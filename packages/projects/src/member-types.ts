import type { LiteralUnion, Resource } from '@platform-sdk/core';
import type { PROJECT_INVITATION_ROLES, PROJECT_ROLES } from './values.ts';

/** A member's role, in a project or in its organization. The roles of invitations are lower-case. */
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** The role that the invited user gets. The roles of members are upper-case. */
export type ProjectInvitationRole = (typeof PROJECT_INVITATION_ROLES)[number];

/** A member of a project. */
export interface ProjectMember extends Resource {
  /** The member's e-mail address. */
  email?: string;
  /** The member's first name. */
  firstName?: string;
  /** The member's last name. */
  lastName?: string;
  /** The role in the project. */
  role?: LiteralUnion<ProjectRole>;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
}

/** A user to add, identified by the e-mail address. */
export interface ProjectMemberAddInput {
  organizationId: string;
  projectId: string;
  email: string;
  /** The role in the project. */
  role: ProjectRole;
  /** The role in the organization, at least as high as `role`. Default: none; required if `project_only` is false. */
  orgRole?: ProjectRole;
  /** True adds the user only to the project, not to its organization. Default: chosen by the service. */
  project_only?: boolean;
}

/** The result of adding a user: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) for an unknown user. */
export type ProjectMemberAddResult = ProjectMember | ProjectInvitation;

/** The outcome of adding a user. It is `added-or-invited` if the response does not show which of the two happened. */
export type ProjectAddUserResult =
  | { outcome: 'added'; member: ProjectMember }
  | { outcome: 'invited'; invitation: Partial<ProjectInvitation> }
  | { outcome: 'added-or-invited' };

/** A member's new role. */
export interface ProjectMemberUpdateRoleInput {
  organizationId: string;
  projectId: string;
  userId: string;
  role: ProjectRole;
}

/** Identifies a user of a project. */
export interface ProjectMemberReference {
  organizationId: string;
  projectId: string;
  userId: string;
}

/** The user whose access is restored, and the role. */
export interface ProjectAccessRestoreInput {
  organizationId: string;
  projectId: string;
  userId: string;
  /** The role in the project. Default: the user's previous role. */
  role?: ProjectRole;
}

/** An invitation to a project. */
export interface ProjectInvitation extends Resource {
  /** The invited e-mail address. May be missing in a `ProjectAddUserResult`. */
  email: string;
  /** The role in the project. */
  projectRole?: LiteralUnion<ProjectInvitationRole> | null;
  /** The role in the organization. Undefined or null for an invitation to only the project. */
  orgRole?: LiteralUnion<ProjectInvitationRole> | null;
  /** The project's id. */
  projectId?: string | null;
  /** The id of the user who sent the invitation. */
  invitedByUserId?: string;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. */
  updatedAt?: string;
}

/** A user to invite. */
export interface ProjectInvitationCreateInput {
  organizationId: string;
  projectId: string;
  email: string;
  /** The role in the project. Default: `member`. */
  projectRole?: ProjectInvitationRole;
  /** The role in the organization. Default: chosen by the service. */
  orgRole?: ProjectInvitationRole;
  /** True invites the user only to the project, not to its organization. Default: false. */
  projectOnly?: boolean;
}

/** Identifies an invitation of a project. */
export interface ProjectInvitationReference {
  organizationId: string;
  projectId: string;
  invitationId: string;
}

/** The input of `projects.addUser`. */
export type ProjectAddUserInput = ProjectMemberAddInput;

/** The input of `projects.members.remove`. */
export type ProjectMemberRemoveInput = ProjectMemberReference;

/** The input of `projects.access.deny`. */
export type ProjectAccessDenyInput = ProjectMemberReference;

/** The input of `projects.invitations.resend`. */
export type ProjectInvitationResendInput = ProjectInvitationReference;

/** The input of `projects.invitations.remove`. */
export type ProjectInvitationRemoveInput = ProjectInvitationReference;
