import type { LiteralUnion, Resource } from '@platform-sdk/core';
import type { ORGANIZATION_INCLUDES, ORGANIZATION_INVITATION_ROLES, ORGANIZATION_ROLES } from './values.ts';

export type * from './credential-types.ts';

/** A member's role. The roles of invitations are lower-case. */
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** The role that the invited user gets. The roles of members are upper-case. */
export type OrganizationInvitationRole = (typeof ORGANIZATION_INVITATION_ROLES)[number];

/** The name of a related resource that `organizations.get` can include. */
export type OrganizationInclude = (typeof ORGANIZATION_INCLUDES)[number];

/** An organization as the current user sees it. */
export interface Organization extends Resource {
  name: string;
  /** The current user's role in the organization. */
  currentUserRole?: LiteralUnion<OrganizationRole>;
  /** The member `can` contains the current user's permissions. Read it with `can(organization, permission)`. */
  meta: { can: Record<string, unknown>; [extra: string]: unknown };
  /** The included users; not enumerable. Undefined without `include`, or if the response does not show which organization they belong to. */
  readonly users?: OrganizationMember[];
  /** The included projects; not enumerable. Undefined without `include`, or if the response does not show which organization they belong to. */
  readonly projects?: OrganizationProject[];
  /**
   * The included memberships; not enumerable. Undefined without `include`, or if the response does not show which organization they belong to.
   */
  readonly organization_memberships?: Resource[];
}

/** A project in the `include` of an organization. */
export interface OrganizationProject extends Resource {
  name: string;
  /** True for the organization's default project. */
  is_default?: boolean;
}

/** A new organization. */
export interface OrganizationCreateInput {
  name: string;
}

/** The organization to read, and related resources to include. */
export interface OrganizationGetInput {
  organizationId: string;
  /** Related resources to include in the response. Default: none. */
  include?: OrganizationInclude[];
  /** Sends a request even if a response of the last five minutes is cached. Default: false. */
  forceRefresh?: boolean;
}

/** A new name for an organization. */
export interface OrganizationUpdateInput {
  organizationId: string;
  name: string;
}

/** Identifies an organization. */
export interface OrganizationReference {
  organizationId: string;
}

/** A member of an organization. */
export interface OrganizationMember extends Resource {
  /** The member's e-mail address. */
  email?: string;
  /** The member's first name. */
  firstName?: string;
  /** The member's last name. */
  lastName?: string;
  /** The member's role in the organization. */
  role?: LiteralUnion<OrganizationRole>;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
}

/** A user to add, identified by the e-mail address. */
export interface OrganizationMemberAddInput {
  organizationId: string;
  email: string;
  role: OrganizationRole;
}

/** The result of adding a user: a member (`type` is `users`), or an invitation (`type` is `membershipInvitation`) for an unknown user. */
export interface OrganizationMemberAddResult extends OrganizationMember {
  /** The role of an invitation. Undefined for an added member. */
  orgRole?: LiteralUnion<OrganizationInvitationRole>;
}

/** A member's new role. */
export interface OrganizationMemberUpdateRoleInput {
  organizationId: string;
  userId: string;
  role: OrganizationRole;
}

/** Identifies a member of an organization. */
export interface OrganizationMemberRemoveInput {
  organizationId: string;
  userId: string;
}

/** An invitation to an organization, or to one of its projects. */
export interface OrganizationInvitation extends Resource {
  email: string;
  /** The role in the organization. */
  orgRole?: LiteralUnion<OrganizationInvitationRole>;
  /** The role in the project. Undefined or null for an invitation to only the organization. */
  projectRole?: LiteralUnion<OrganizationInvitationRole> | null;
  /** The project's id. Undefined or null for an invitation to only the organization. */
  projectId?: string | null;
  /** The id of the user who sent the invitation. */
  invitedByUserId?: string;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. */
  updatedAt?: string;
}

/** An invitation that awaits the caller. */
export interface PendingInvitation extends OrganizationInvitation {
  /** The name of the organization. */
  organizationName?: string;
  /** `pending` until it is accepted or rejected. */
  status?: LiteralUnion<'pending'>;
}

/** A user to invite. */
export interface OrganizationInvitationCreateInput {
  organizationId: string;
  email: string;
  /** The role in the organization. Default: `member`. */
  orgRole?: OrganizationInvitationRole;
}

interface Invitee {
  organizationId: string;
  email: string;
  /** The role of a user who is invited. Default: `role` in lower case. */
  orgRole?: OrganizationInvitationRole;
  /** The role of a user who already has an account and is added. Default: `orgRole` in upper case. */
  role?: OrganizationRole;
}

/** A user to invite, or to add if the account already exists. At least one of the two roles is required. */
export type OrganizationInviteInput = Invitee & ({ orgRole: OrganizationInvitationRole } | { role: OrganizationRole });

/** The outcome of an invitation. The service may respond without the invitation or the member. */
export type OrganizationInviteResult =
  | { outcome: 'invited'; invitation: OrganizationInvitation | undefined }
  | { outcome: 'added'; member: OrganizationMemberAddResult | undefined };

/** Identifies an invitation of an organization. */
export interface OrganizationInvitationReference {
  organizationId: string;
  invitationId: string;
}

/** The new role of a pending invitation. */
export interface OrganizationInvitationUpdateInput {
  organizationId: string;
  invitationId: string;
  orgRole: OrganizationInvitationRole;
}

/** Identifies an invitation that the caller accepts or rejects. */
export interface OwnInvitationReference {
  invitationId: string;
}

/** The input of `organizations.members.list`. */
export type OrganizationMemberListInput = OrganizationReference;

/** The input of `organizations.invitations.list`. */
export type OrganizationInvitationListInput = OrganizationReference;

/** The input of `organizations.apiKeys.list`. */
export type OrganizationApiKeyListInput = OrganizationReference;

/** The input of `organizations.llmApiKeys.list`. */
export type OrganizationLlmApiKeyListInput = OrganizationReference;

/** The input of `organizations.agentPasses.list`. */
export type OrganizationAgentPassListInput = OrganizationReference;

/** The input of `organizations.invitations.resend`. */
export type OrganizationInvitationResendInput = OrganizationInvitationReference;

/** The input of `organizations.invitations.remove`. */
export type OrganizationInvitationRemoveInput = OrganizationInvitationReference;

/** The input of `organizations.me.acceptInvitation`. */
export type OrganizationMeAcceptInvitationInput = OwnInvitationReference;

/** The input of `organizations.me.rejectInvitation`. */
export type OrganizationMeRejectInvitationInput = OwnInvitationReference;
