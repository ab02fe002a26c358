import type { LiteralUnion } from '@platform-sdk/core';

/** A new user, or changes to an existing one. */
export interface MemoryUserRegisterInput {
  /** The user's id in your own system, a UUID. */
  id: string;
  email: string;
  /** The user's first name. Default: none. */
  first_name?: string;
  /** The user's last name. Default: none. */
  last_name?: string;
  /** Secret: the gateway key that pays for the user's chats. Default: the service's own key. */
  gateway_api_key?: string;
  /** Any data to keep with the user. Default: none. */
  custom_attributes?: Record<string, unknown>;
  /** The name of the user's first token. Default: `Initial Token`. */
  token_name?: string;
}

/** A new token. */
export interface MemoryTokenWithSecret {
  /** Secret, and returned only this once. */
  access_token: string;
  token_type: LiteralUnion<'Bearer'>;
}

/** The caller's own user. */
export interface MemoryUser {
  id: string;
  /** The user's e-mail address. Absent when the service does not send it. */
  email?: string;
  /** The user's first name; null for none. Absent when the service does not send it. */
  first_name?: string | null;
  /** The user's last name; null for none. Absent when the service does not send it. */
  last_name?: string | null;
  /** The attributes of the registration; null for none. Absent when the service does not send it. */
  custom_attributes?: Record<string, unknown> | null;
  /** True when the user may call the service. Absent when the service does not send it. */
  is_active?: boolean;
  /** True when a gateway key is stored. Absent when the service does not send it. */
  has_api_key?: boolean;
  /** The gateway key, masked; null when no key is stored. Absent when the service does not send it. */
  api_key_preview?: string | null;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  created_at?: string;
}

/** The gateway key to store. */
export interface MemoryUserSetGatewayKeyInput {
  /** Secret. An empty text clears the stored one. */
  api_key: string;
}

/** The state of the stored gateway key. */
export interface MemoryUserSetGatewayKeyResult {
  /** The service's own sentence. Absent when the service does not send it. */
  message?: string;
  has_api_key: boolean;
  /** The key, masked; null when no key is stored. */
  api_key_preview: string | null;
}

/** A token to create. */
export interface MemoryTokenCreateInput {
  name: string;
}

/** A token, without its secret. */
export interface MemoryToken {
  id: string;
  /** The name from its creation. Absent when the service does not send it. */
  name?: string;
  /** The beginning of the token, masked. Absent when the service does not send it. */
  token_prefix?: string;
  /** The time of the latest use, in ISO 8601; null for an unused token. Absent when the service does not send it. */
  last_used_at?: string | null;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  created_at?: string;
}

/** A user's tokens. */
export interface MemoryTokenListResult {
  tokens: MemoryToken[];
}

/** The id of a token. */
export interface MemoryTokenRemoveInput {
  token_id: string;
}
