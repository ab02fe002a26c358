import type { Open, Resource } from '@platform-sdk/core';

/** A member's role, in a project or in its organization. Invitations have their own, lower-case roles. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** The role that an invitation gives. Members have their own, upper-case roles. */
export type InvitationRole = 'owner' | 'admin' | 'member' | 'viewer';

/** A member of a project. */
export interface Member extends Resource {
  /** The member's e-mail address. Absent when the service does not send it. */
  email?: string;
  /** The member's first name. Absent when the service does not send it. */
  firstName?: string;
  /** The member's last name. Absent when the service does not send it. */
  lastName?: string;
  /** The role in the project. Absent when the service does not send it. */
  role?: Open<Role>;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
}

/** A user to add, by e-mail. */
export interface NewMember {
  organizationId: string;
  projectId: string;
  email: string;
  /** The role in the project. */
  role: Role;
  /** The role in the organization, at least as high as `role`. Default: none; required unless `project_only` is true. */
  orgRole?: Role;
  /** True leaves the user's membership of the organization unchanged. Default: false. */
  project_only?: boolean;
}

/** The result of adding a user: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) for an unknown user. */
export type AddedMember = Member | Invitation;

/** The outcome of adding a user; `added-or-invited` when the response does not show it. */
export type AddUserResult =
  | { outcome: 'added'; member: Member }
  | { outcome: 'invited'; invitation: Partial<Invitation> }
  | { outcome: 'added-or-invited' };

/** A member's new role. */
export interface RoleChange {
  organizationId: string;
  projectId: string;
  userId: string;
  role: Role;
}

/** One user of one project. */
export interface InMembership {
  organizationId: string;
  projectId: string;
  userId: string;
}

/** The user whose access is restored, and the role. */
export interface Restoration {
  organizationId: string;
  projectId: string;
  userId: string;
  /** The role in the project. Default: the user's previous role. */
  role?: Role;
}

/** An invitation to a project. */
export interface Invitation extends Resource {
  /** The invited e-mail address. Absent in an `AddUserResult` when the service does not send it. */
  email: string;
  /** The role in the project. Absent when the service does not send it. */
  projectRole?: Open<InvitationRole> | null;
  /** The role in the organization. Absent or null for an invitation to the project alone. */
  orgRole?: Open<InvitationRole> | null;
  /** The project's id. Absent when the service does not send it. */
  projectId?: string | null;
  /** The id of the user who invited. Absent when the service does not send it. */
  invitedByUserId?: string;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. Absent when the service does not send it. */
  updatedAt?: string;
}

/** A user to invite. */
export interface NewInvitation {
  organizationId: string;
  projectId: string;
  email: string;
  /** The role in the project. Default: `member`. */
  projectRole?: InvitationRole;
  /** The role in the organization. Default: the service's own choice. */
  orgRole?: InvitationRole;
  /** True invites to the project alone, not to its organization. Default: false. */
  projectOnly?: boolean;
}

/** One invitation of one project. */
export interface InInvitation {
  organizationId: string;
  projectId: string;
  invitationId: string;
}
