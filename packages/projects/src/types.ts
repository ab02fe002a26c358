import type { ProjectKeys, Resource } from '@platform-sdk/core';
import type { ProjectRole, ProjectMember } from './member-types.ts';
import type { PROJECT_INCLUDES, PROJECT_SORTS } from './values.ts';

export type * from './member-types.ts';

/** The name of a related resource that `projects.get` can include. */
export type ProjectInclude = (typeof PROJECT_INCLUDES)[number];

/** The order of a list of projects. */
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** A project. */
export interface Project extends Resource {
  name: string;
  /** True for the organization's default project. */
  is_default: boolean;
  /** Additional data of the response. */
  meta?: {
    /** The project's key pair. Undefined unless the project was read with `secret: true`. */
    secrets?: Partial<ProjectKeys>;
    [extra: string]: unknown;
  };
  /** The included users; not enumerable. Undefined without `include`, or if the response does not show which project they belong to. */
  readonly users?: ProjectMember[];
  /** The included API keys; not enumerable. Undefined without `include`, or if the response does not show which project they belong to. */
  readonly apiKeys?: ProjectApiKey[];
  /**
   * The included keys of model providers; not enumerable. Undefined without `include`, or if the response does not show which project they belong to.
   */
  readonly llmApiKeys?: ProjectLlmApiKey[];
  /** The included agent passes; not enumerable. Undefined without `include`, or if the response does not show which project they belong to. */
  readonly agentPasses?: Resource[];
}

/** The filters and the order of a list. A project must match every filter. */
export interface ProjectListInput {
  organizationId: string;
  /** Lists projects in which the caller has one of these roles. Default: all. */
  user_role?: ProjectRole[];
  /** The order of the list. Default: chosen by the service. */
  sort?: ProjectSort;
  /** True lists projects with a wallet, and false lists projects without a wallet. Default: both. */
  has_wallet?: boolean;
  /** True lists projects with tools, and false lists projects without tools. Default: both. */
  has_tools?: boolean;
  /** True lists projects with notebooks, and false lists projects without notebooks. Default: both. */
  has_notebooks?: boolean;
  /** The smallest number of members, from 0. Default: no limit. */
  min_members?: number;
  /** The largest number of members, from 0. Default: no limit. */
  max_members?: number;
  /** Lists projects whose name contains this text. Case is ignored. Default: all projects. */
  search?: string;
  /** Lists projects created after this time, in ISO 8601. Default: no limit. */
  created_after?: string;
  /** Lists projects created before this time, in ISO 8601. Default: no limit. */
  created_before?: string;
  /** Sends a request even if a response of the last five minutes is cached. Default: false. */
  forceRefresh?: boolean;
}

/** A new project. */
export interface ProjectCreateInput {
  organizationId: string;
  name: string;
}

/** The project to read, and related data to include. */
export interface ProjectGetInput {
  organizationId: string;
  projectId: string;
  /** Related resources to include in the response. Default: none. */
  include?: ProjectInclude[];
  /** Returns the project's key pair in `meta.secrets`. Default: false. */
  secret?: boolean;
}

/** A new name for a project. */
export interface ProjectUpdateInput {
  organizationId: string;
  projectId: string;
  name: string;
}

/** Identifies a project. */
export interface ProjectReference {
  organizationId: string;
  projectId: string;
}

/** A project's API key. */
export interface ProjectApiKey extends Resource {
  publicKey: string;
  /** The encrypted secret. Only the response that creates the key contains the secret itself. */
  encryptedSecretKey?: string;
  /** The key's label; null without a label. */
  note?: string | null;
  /** The time of expiry, in ISO 8601; null for a key that does not expire. */
  expiresAt?: string | null;
  /** Additional data of the response. */
  meta?: {
    /** The secret. Store it: only the response that creates the key contains it. */
    secretKey?: string;
    [extra: string]: unknown;
  };
}

/** A new API key. */
export interface ProjectApiKeyCreateInput {
  organizationId: string;
  projectId: string;
  /** The key's label. */
  note: string;
  /** The time of expiry, in ISO 8601. Default: the key does not expire. */
  expiresAt?: string;
}

/** A new label for an API key. */
export interface ProjectApiKeyUpdateInput {
  organizationId: string;
  projectId: string;
  apiKeyId: string;
  note: string;
}

/** Identifies a key of a project. */
export interface ProjectApiKeyReference {
  organizationId: string;
  projectId: string;
  apiKeyId: string;
}

/** A masked key of a model provider. */
export interface ProjectLlmApiKey extends Resource {
  /** The provider's name. */
  provider?: string;
  /** The provider's masked key. */
  displaySecretKey?: string;
  /** Models in addition to the provider's default models. */
  customModels?: string[];
  /** True if the provider's default models can also be used. */
  withDefaultModels?: boolean;
  /** The API that the provider implements. */
  adapter?: string;
  /** The provider's URL; null for its standard URL. */
  baseURL?: string | null;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. */
  updatedAt?: string;
}

/** A model provider's key to store. */
export interface ProjectLlmApiKeyCreateInput {
  organizationId: string;
  projectId: string;
  /** The provider's name. */
  provider: string;
  /** The provider's secret key. */
  secretKey: string;
  /** Models in addition to the provider's default models. Default: none. */
  customModels?: string[];
  /** True if the provider's default models can also be used. Default: true. */
  withDefaultModels?: boolean;
}

/** The input of `projects.remove`. */
export type ProjectRemoveInput = ProjectReference;

/** The input of `projects.keyPair`. */
export type ProjectKeyPairInput = ProjectReference;

/** The input of `projects.apiKeys.remove`. */
export type ProjectApiKeyRemoveInput = ProjectApiKeyReference;

/** The input of `projects.llmApiKeys.remove`. */
export type ProjectLlmApiKeyRemoveInput = ProjectApiKeyReference;

/** The input of `projects.members.list`. */
export type ProjectMemberListInput = ProjectReference;

/** The input of `projects.invitations.list`. */
export type ProjectInvitationListInput = ProjectReference;
