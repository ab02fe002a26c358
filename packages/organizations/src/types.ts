import type { Open, Resource } from '@platform-sdk/core';

/** A member's role. Invitations have their own, lower-case roles. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** The role that an invitation gives. Members have their own, upper-case roles. */
export type InvitationRole = 'owner' | 'admin' | 'member' | 'viewer';

/** Related resources that an organization's detail can contain. */
export type Include = 'users' | 'projects' | 'organization_memberships';

/** An organization, as its current user sees it. */
export interface Organization extends Resource {
  name: string;
  /** The current user's role in it. Absent when the service does not send it. */
  currentUserRole?: Open<Role>;
  /** `can` contains the current user's permissions; read it with `can(organization, permission)`. */
  meta: { can: Record<string, unknown>; [extra: string]: unknown };
  /** The included users; not enumerable. Empty when there are none. Absent without `include`, or when their organization is unclear. */
  readonly users?: Member[];
  /** The included projects; not enumerable. Empty when there are none. Absent without `include`, or when their organization is unclear. */
  readonly projects?: ProjectSummary[];
  /**
   * The included memberships; not enumerable. Empty when there are none. Absent without `include`, or when their organization is unclear.
   */
  readonly organization_memberships?: Resource[];
}

/** A project as an organization includes it. */
export interface ProjectSummary extends Resource {
  name: string;
  /** True for the organization's default project. Absent when the service does not send it. */
  is_default?: boolean;
}

/** A new organization. */
export interface NewOrganization {
  name: string;
}

/** Which organization, and how it is read. */
export interface OrganizationQuery {
  organizationId: string;
  /** Related resources that the response contains. Default: none. */
  include?: Include[];
  /** Sends a request even if a response of the last five minutes is cached. Default: false. */
  forceRefresh?: boolean;
}

/** A new name for an organization. */
export interface OrganizationUpdate {
  organizationId: string;
  name: string;
}

/** An organization. */
export interface InOrganization {
  organizationId: string;
}

/** A member of an organization. */
export interface Member extends Resource {
  /** The member's e-mail address. Absent when the service does not send it. */
  email?: string;
  /** The member's first name. Absent when the service does not send it. */
  firstName?: string;
  /** The member's last name. Absent when the service does not send it. */
  lastName?: string;
  /** The member's role in the organization. Absent when the service does not send it. */
  role?: Open<Role>;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
}

/** A user to add, by e-mail. */
export interface NewMember {
  organizationId: string;
  email: string;
  role: Role;
}

/** The result of adding a user: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) for an unknown user. */
export interface AddedMember extends Resource {
  /** The address that was added or invited. Absent when the service does not send it. */
  email?: string;
  /** The role of an added member. Absent for an invitation. */
  role?: Open<Role>;
  /** The role of an invitation. Absent for an added member. */
  orgRole?: Open<InvitationRole>;
}

/** A member's new role. */
export interface RoleChange {
  organizationId: string;
  userId: string;
  role: Role;
}

/** One member of one organization. */
export interface InMembership {
  organizationId: string;
  userId: string;
}

/** An invitation to an organization, or to one of its projects. */
export interface Invitation extends Resource {
  email: string;
  /** The role in the organization. Absent when the service does not send it. */
  orgRole?: Open<InvitationRole>;
  /** The role in the project. Absent or null for an invitation to the organization alone. */
  projectRole?: Open<InvitationRole> | null;
  /** The project's id. Absent or null for an invitation to the organization alone. */
  projectId?: string | null;
  /** The id of the user who invited. Absent when the service does not send it. */
  invitedByUserId?: string;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. Absent when the service does not send it. */
  updatedAt?: string;
}

/** An invitation that awaits the caller. */
export interface PendingInvitation extends Invitation {
  /** The name of the organization. Absent when the service does not send it. */
  organizationName?: string;
  /** `pending` until it is accepted or rejected. Absent when the service does not send it. */
  status?: Open<'pending'>;
}

/** A user to invite. */
export interface NewInvitation {
  organizationId: string;
  email: string;
  /** The role in the organization. Default: `member`. */
  orgRole?: InvitationRole;
}

/** A user to invite, or to add at once if the account exists already. */
export interface InviteOrAdd {
  organizationId: string;
  email: string;
  /** The role an invitation gives. */
  orgRole: InvitationRole;
  /** The role a user with an account is added with. */
  role: Role;
}

/** The outcome of an invitation. The service may respond without the invitation or the member. */
export type InviteResult =
  | { outcome: 'invited'; invitation: Invitation | undefined }
  | { outcome: 'added'; member: AddedMember | undefined };

/** One invitation of one organization. */
export interface InInvitation {
  organizationId: string;
  invitationId: string;
}

/** The new role of a pending invitation. */
export interface InvitationUpdate {
  organizationId: string;
  invitationId: string;
  orgRole: InvitationRole;
}

/** An invitation that the caller accepts or rejects. */
export interface OwnInvitation {
  invitationId: string;
}

/** A project's API key, as a listing shows it. */
export interface ApiKey extends Resource {
  publicKey: string;
  /** Encrypted. The secret itself is returned once, at creation. */
  encryptedSecretKey: string;
  /** The key's label; null for none. Absent when the service does not send it. */
  note?: string | null;
  /** The time of expiry, in ISO 8601; null for a key that does not expire. Absent when the service does not send it. */
  expiresAt?: string | null;
  /** The id of the key's project. Absent when the service does not send it. */
  projectId?: string;
}

/** A model provider's key, as a listing shows it. */
export interface LlmApiKey extends Resource {
  provider: string;
  /** The provider's key, masked. Absent when the service does not send it. */
  displaySecretKey?: string;
  /** Models in addition to the provider's own. Absent when there are none. */
  customModels?: string[];
  /** True when the provider's own models can be used too. Absent when the service does not send it. */
  withDefaultModels?: boolean;
  /** The interface that the provider speaks. Absent when the service does not send it. */
  adapter?: string;
  /** The address of the provider; null for the provider's own. Absent when the service does not send it. */
  baseURL?: string | null;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. Absent when the service does not send it. */
  updatedAt?: string;
  /** The id of the key's project. Absent when the service does not send it. */
  projectId?: string;
}

/** An agent pass, as a listing shows it. */
export interface AgentPass extends Resource {
  title: string;
  /** The owner's words about the pass; null for none. Absent when the service does not send it. */
  description?: string | null;
  /** The category of the asset: `security`. Absent when the service does not send it. */
  category?: string;
  /** False for a revoked pass. Absent when the service does not send it. */
  active?: boolean;
  /** The kind of credential. Absent when the service does not send it. */
  credentialType?: Open<'api_key'>;
  /** The kind of entity that the pass belongs to: `project`. Absent when the service does not send it. */
  entityType?: string;
  /** The id of the project. Absent when the service does not send it. */
  entityId?: string;
  /** The time of expiry, in ISO 8601; null for a pass that does not expire. Absent when the service does not send it. */
  expiresAt?: string | null;
}
