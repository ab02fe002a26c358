import type { LiteralUnion, Resource } from '@platform-sdk/core';

/** A project's API key in a list. */
export interface OrganizationApiKey extends Resource {
  publicKey: string;
  /** The encrypted secret. Only the response that creates the key contains the secret itself. */
  encryptedSecretKey: string;
  /** The key's label; null without a label. */
  note?: string | null;
  /** The time of expiry, in ISO 8601; null for a key that does not expire. */
  expiresAt?: string | null;
  /** The id of the key's project. */
  projectId?: string;
}

/** A model provider's key in a list. */
export interface OrganizationLlmApiKey extends Resource {
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
  /** The id of the key's project. */
  projectId?: string;
}

/** An agent pass in a list. */
export interface OrganizationAgentPass extends Resource {
  /** The title of the pass. */
  title?: string;
  /** The description; null without a description. */
  description?: string | null;
  /** The kind of asset: `studio_tool`. */
  assetType?: LiteralUnion<'studio_tool'>;
  /** The category of the asset: `security`. */
  category?: string;
  /** False for a revoked pass. */
  active?: boolean;
  /** The kind of credential. */
  credentialType?: LiteralUnion<'api_key'>;
  /** The kind of entity that the pass belongs to: `project`. */
  entityType?: string;
  /** The id of the project. */
  entityId?: string;
  /** The permissions of the key, in the service's names. */
  permissions?: string[];
  /** The scopes of the key, in the service's names. */
  scopes?: string[];
  /** The origins or pages from which the key may be used. */
  allowedReferers?: string[];
  /** Search terms for the pass. */
  tags?: string[];
  /** The time of expiry, in ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
  /** Additional data of the asset. */
  metadata?: Record<string, unknown>;
}
