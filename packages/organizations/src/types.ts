import type { Open, Resource } from '@platform-sdk/core';

/** A member's role. Invitations have their own, lower-case roles. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** The role an invitation will give. Members have their own, upper-case roles. */
export type InvitationRole = 'owner' | 'admin' | 'member' | 'viewer';

/** What an organization's detail can bring along. */
export type Include = 'users' | 'projects' | 'organization_memberships';

/** An organization, as its current user sees it. */
export interface Organization extends Resource {
  name: string;
  currentUserRole?: Open<Role>;
  /** `can` holds the current user's permissions; read it with `can(organization, permission)`. */
  meta: { can: Record<string, unknown>; [extra: string]: unknown };
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly users?: Member[];
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly projects?: ProjectSummary[];
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly organization_memberships?: Resource[];
}

/** A project as an organization includes it. */
export interface ProjectSummary extends Resource {
  name: string;
  is_default?: boolean;
}

/** A new organization. */
export interface NewOrganization {
  name: string;
}

/** Which organization, and how it is read. */
export interface OrganizationQuery {
  organizationId: string;
  include?: Include[];
  /** True asks the server even when an answer of the last five minutes is at hand. */
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
  email?: string;
  firstName?: string;
  lastName?: string;
  role?: Open<Role>;
  /** ISO 8601. */
  createdAt?: string;
}

/** A user to add, by e-mail. */
export interface NewMember {
  organizationId: string;
  email: string;
  role: Role;
}

/** What adding a user gave: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) when there is no such user. */
export interface AddedMember extends Resource {
  email?: string;
  role?: Open<Role>;
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
  orgRole?: Open<InvitationRole>;
  projectRole?: Open<InvitationRole> | null;
  projectId?: string | null;
  invitedByUserId?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
}

/** An invitation that awaits the caller. */
export interface PendingInvitation extends Invitation {
  organizationName?: string;
  status?: Open<'pending'>;
}

/** Whom to invite. */
export interface NewInvitation {
  organizationId: string;
  email: string;
  /** `member` by default. */
  orgRole?: InvitationRole;
}

/** Whom to invite, or to add at once when there is an account already. */
export interface InviteOrAdd {
  organizationId: string;
  email: string;
  /** The role an invitation gives. */
  orgRole: InvitationRole;
  /** The role a user with an account is added with. */
  role: Role;
}

/** Which of the two happened. The service may respond without the invitation or the member. */
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

/** An invitation that the caller answers. */
export interface OwnInvitation {
  invitationId: string;
}

/** A project's API key, as a listing shows it. */
export interface ApiKey extends Resource {
  publicKey: string;
  /** Encrypted; the secret itself comes once, at creation. */
  encryptedSecretKey: string;
  /** The key's label. */
  note?: string | null;
  /** ISO 8601; null for a key that does not expire. */
  expiresAt?: string | null;
  projectId?: string;
}

/** A model provider's key, as a listing shows it. */
export interface LlmApiKey extends Resource {
  provider: string;
  /** Masked. */
  displaySecretKey?: string;
  customModels?: string[];
  withDefaultModels?: boolean;
  /** Whose interface the provider speaks. */
  adapter?: string;
  /** Where the provider is, unless at its own address. */
  baseURL?: string | null;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
  projectId?: string;
}

/** An agent pass, as a listing shows it. */
export interface AgentPass extends Resource {
  title: string;
  description?: string | null;
  /** `security` for a pass. */
  category?: string;
  active?: boolean;
  credentialType?: Open<'api_key'>;
  entityType?: string;
  entityId?: string;
  /** ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
}
