import type { ProjectKeys, Resource } from '@platform-sdk/core';
import type { Role, Member } from './member-types.ts';

export type * from './member-types.ts';

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
