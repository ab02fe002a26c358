import type { Open, ProjectKeys, Resource } from '@platform-sdk/core';

/** A member's role, in a project or in its organization. Invitations have their own, lower-case roles. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** The role an invitation will give. Members have their own, upper-case roles. */
export type InvitationRole = 'owner' | 'admin' | 'member' | 'viewer';

/** What a project's detail can bring along. */
export type Include = 'users' | 'apiKeys' | 'llmApiKeys' | 'agentPasses';

/** The order of a list of projects. */
export type Sort =
  | 'name'
  | 'created_at'
  | 'updated_at'
  | 'alphabetical'
  | 'members_count'
  | 'tools_count'
  | 'notebooks_count'
  | 'recent_activity';

/** A project. */
export interface Project extends Resource {
  name: string;
  /** Whether it is the organization's default project. */
  is_default: boolean;
  /** `secrets` is there only when it was asked for with `secret: true`. */
  meta?: { secrets?: ProjectKeys; [extra: string]: unknown };
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly users?: Member[];
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly apiKeys?: ApiKey[];
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly llmApiKeys?: LlmApiKey[];
  /** Not enumerable. `[]` when asked for with `include` and there are none; absent when not included, or when it is not clear whose they are. */
  readonly agentPasses?: Resource[];
}

/** Which projects, and in which order. Every filter that is given has to hold. */
export interface ProjectsQuery {
  organizationId: string;
  /** Projects in which the caller has one of these roles. */
  user_role?: Role[];
  sort?: Sort;
  has_wallet?: boolean;
  has_tools?: boolean;
  has_notebooks?: boolean;
  min_members?: number;
  max_members?: number;
  /** A part of the name; upper and lower case are the same. */
  search?: string;
  /** ISO 8601. */
  created_after?: string;
  /** ISO 8601. */
  created_before?: string;
  /** True asks the server even when an answer of the last five minutes is at hand. */
  forceRefresh?: boolean;
}

/** A new project. */
export interface NewProject {
  organizationId: string;
  name: string;
}

/** Which project, and how it is read. */
export interface ProjectQuery {
  organizationId: string;
  projectId: string;
  include?: Include[];
  /** True brings the project's key pair, in `meta.secrets`. */
  secret?: boolean;
}

/** A new name for a project. */
export interface ProjectUpdate {
  organizationId: string;
  projectId: string;
  name: string;
}

/** A project. */
export interface InProject {
  organizationId: string;
  projectId: string;
}

/** A project's API key. */
export interface ApiKey extends Resource {
  publicKey: string;
  /** Encrypted; the secret itself comes once, at creation. */
  encryptedSecretKey?: string;
  /** The key's label. */
  note?: string | null;
  /** ISO 8601; null for a key that does not expire. */
  expiresAt?: string | null;
  /** `secretKey` comes once, in the answer to the key's creation: keep it. */
  meta?: { secretKey?: string; [extra: string]: unknown };
}

/** What an API key is made of. */
export interface NewApiKey {
  organizationId: string;
  projectId: string;
  /** The key's label. */
  note: string;
  /** ISO 8601; without it the key does not expire. */
  expiresAt?: string;
}

/** A new label for an API key. */
export interface ApiKeyUpdate {
  organizationId: string;
  projectId: string;
  apiKeyId: string;
  note: string;
}

/** One key of one project. */
export interface InApiKey {
  organizationId: string;
  projectId: string;
  apiKeyId: string;
}

/** A model provider's key, masked. */
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
}

/** A model provider's key to keep. */
export interface NewLlmApiKey {
  organizationId: string;
  projectId: string;
  /** The provider's name. */
  provider: string;
  /** The provider's key. Secret. */
  secretKey: string;
  customModels?: string[];
  /** True by default: the provider's own models can be used too. */
  withDefaultModels?: boolean;
}

/** A member of a project. */
export interface Member extends Resource {
  email?: string;
  firstName?: string;
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
  /** True leaves the user's place in the organization as it is. */
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
  /** By default the role that the user had before. */
  role?: Role;
}

/** An invitation to a project. */
export interface Invitation extends Resource {
  email: string;
  projectRole?: Open<InvitationRole> | null;
  orgRole?: Open<InvitationRole> | null;
  projectId?: string | null;
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
  /** `member` by default. */
  projectRole?: InvitationRole;
  orgRole?: InvitationRole;
  /** True invites to the project alone, not to its organization. */
  projectOnly?: boolean;
}

/** One invitation of one project. */
export interface InInvitation {
  organizationId: string;
  projectId: string;
  invitationId: string;
}
