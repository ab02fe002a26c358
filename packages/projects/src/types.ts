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
  /** Lists projects in which the caller has one of these roles. Default: all. */
  user_role?: Role[];
  /** The order of the list. Default: the service's own. */
  sort?: Sort;
  /** True lists projects with a wallet, false those without. Default: both. */
  has_wallet?: boolean;
  /** True lists projects with tools, false those without. Default: both. */
  has_tools?: boolean;
  /** True lists projects with notebooks, false those without. Default: both. */
  has_notebooks?: boolean;
  /** The smallest number of members, from 0. Default: no limit. */
  min_members?: number;
  /** The largest number of members, from 0. Default: no limit. */
  max_members?: number;
  /** A part of the name; upper and lower case are the same. Default: all names. */
  search?: string;
  /** Lists projects created after this time, in ISO 8601. Default: no limit. */
  created_after?: string;
  /** Lists projects created before this time, in ISO 8601. Default: no limit. */
  created_before?: string;
  /** True sends a request although a response of the last five minutes is cached. Default: false. */
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
  /** Related resources that the response brings along. Default: none. */
  include?: Include[];
  /** True brings the project's key pair, in `meta.secrets`. Default: false. */
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
  /** Models beside the provider's own. Absent when there are none. */
  customModels?: string[];
  /** Whether the provider's own models can be used too. Absent when the service does not send it. */
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
  /** Models beside the provider's own. Default: none. */
  customModels?: string[];
  /** Whether the provider's own models can be used too. Default: true. */
  withDefaultModels?: boolean;
}

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
