import type { LiteralUnion } from '@platform-sdk/core';

/** A new user, or changes to an existing user. */
export interface MemoryUserRegisterInput {
  /** The user's id in your own system, a UUID. */
  id: string;
  email: string;
  /** The user's first name. Default: none. */
  first_name?: string;
  /** The user's last name. Default: none. */
  last_name?: string;
  /** The secret gateway key that pays for the user's chats. Default: the service's own key. */
  gateway_api_key?: string;
  /** Any data to store with the user. Default: none. */
  custom_attributes?: Record<string, unknown>;
  /** The name of the user's first token. Default: `Initial Token`. */
  token_name?: string;
}

/** A new token. */
export interface MemoryTokenWithSecret {
  /** The secret token. No other response contains it. */
  access_token: string;
  token_type: LiteralUnion<'Bearer'>;
}

/** The user who makes the call. */
export interface MemoryUser {
  id: string;
  /** The user's e-mail address. */
  email?: string;
  /** The user's first name, or null. */
  first_name?: string | null;
  /** The user's last name, or null. */
  last_name?: string | null;
  /** The attributes from the registration, or null. */
  custom_attributes?: Record<string, unknown> | null;
  /** True if the user may call the service. */
  is_active?: boolean;
  /** True if a gateway key is stored. */
  has_api_key?: boolean;
  /** The masked gateway key; null if no key is stored. */
  api_key_preview?: string | null;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** The gateway key to store. */
export interface MemoryUserSetGatewayKeyInput {
  /** The secret key. An empty string clears the stored key. */
  api_key: string;
}

/** The state of the stored gateway key. */
export interface MemoryUserSetGatewayKeyResult {
  /** The service's message. */
  message?: string;
  has_api_key: boolean;
  /** The masked key; null if no key is stored. */
  api_key_preview: string | null;
}

/** A token to create. */
export interface MemoryTokenCreateInput {
  name: string;
}

/** A token, without its secret. */
export interface MemoryToken {
  id: string;
  /** The name given at its creation. */
  name?: string;
  /** The masked beginning of the token. */
  token_prefix?: string;
  /** The time of the latest use, in ISO 8601; null for an unused token. */
  last_used_at?: string | null;
  /** The time of creation, in ISO 8601. */
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
