import type { Open, Resource } from '@platform-sdk/core';

/** A member's role, in a project or in its organization. Invitations have their own, lower-case roles. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** The role an invitation will give. Members have their own, upper-case roles. */
export type InvitationRole = 'owner' | 'admin' | 'member' | 'viewer';

/** A member of a project. */
export interface Member extends Resource {
  /** The member's e-mail address. Absent when the service does not send it. */
  email?: string;
  /** The member's first name. Absent when the service does not send it. */
  firstName?: string;
  /** The member's last name. Absent when the service does not send it. */
  lastName?: string;
  /** In the project. */
  role?: Open<Role>;
  /** ISO 8601. */
  createdAt?: string;
}

/** A user to add, by e-mail. */
export interface NewMember {
  organizationId: string;
  projectId: string;
  email: string;
  /** In the project. */
  role: Role;
  /** In the organization: at least as high as `role`, and required unless `project_only` is true. */
  orgRole?: Role;
  /** True leaves the user's place in the organization as it is. Default: false. */
  project_only?: boolean;
}

/** What adding a user gave: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) when there is no such user. */
export type AddedMember = Member | Invitation;

/** Which of the two happened; `added-or-invited` when the service responds without saying so. */
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

/** Whose access comes back, and with which role. */
export interface Restoration {
  organizationId: string;
  projectId: string;
  userId: string;
  /** Default: the role that the user had before. */
  role?: Role;
}

/** An invitation to a project. */
export interface Invitation extends Resource {
  email: string;
  /** The role in the project. Absent when the service does not send it. */
  projectRole?: Open<InvitationRole> | null;
  /** The role in the organization. Absent or null for an invitation to the project alone. */
  orgRole?: Open<InvitationRole> | null;
  /** The project's id. Absent when the service does not send it. */
  projectId?: string | null;
  /** The id of the user who invited. Absent when the service does not send it. */
  invitedByUserId?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
}

/** Whom to invite. */
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
