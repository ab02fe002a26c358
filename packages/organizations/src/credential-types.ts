import type { LiteralUnion, Resource } from '@platform-sdk/core';

/** A project's API key, as a listing shows it. */
export interface OrganizationApiKey extends Resource {
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
export interface OrganizationLlmApiKey extends Resource {
  /** The provider's name. Absent when the service does not send it. */
  provider?: string;
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
export interface OrganizationAgentPass extends Resource {
  /** Absent when the service does not send it. */
  title?: string;
  /** The owner's words about the pass; null for none. Absent when the service does not send it. */
  description?: string | null;
  /** The kind of asset: `studio_tool`. Absent when the service does not send it. */
  assetType?: LiteralUnion<'studio_tool'>;
  /** The category of the asset: `security`. Absent when the service does not send it. */
  category?: string;
  /** False for a revoked pass. Absent when the service does not send it. */
  active?: boolean;
  /** The kind of credential. Absent when the service does not send it. */
  credentialType?: LiteralUnion<'api_key'>;
  /** The kind of entity that the pass belongs to: `project`. Absent when the service does not send it. */
  entityType?: string;
  /** The id of the project. Absent when the service does not send it. */
  entityId?: string;
  /** The permissions of the key, in the service's names. Absent when the service does not send it. */
  permissions?: string[];
  /** The scopes of the key, in the service's names. Absent when the service does not send it. */
  scopes?: string[];
  /** Origins or pages from which the key may be used. Absent when the service does not send it. */
  allowedReferers?: string[];
  /** Words to find the pass by. Absent when the service does not send it. */
  tags?: string[];
  /** The time of expiry, in ISO 8601; null for a pass that does not expire. Absent when the service does not send it. */
  expiresAt?: string | null;
  /** Further data of the asset. Absent when the service does not send it. */
  metadata?: Record<string, unknown>;
}
