import type { Open } from '@platform-sdk/core';

/** A new user, or changes to one who is there. */
export interface Registration {
  /** The user's id in your own system, a UUID. */
  id: string;
  email: string;
  first_name?: string;
  last_name?: string;
  /** Secret: the key with which the user's chats are answered. */
  gateway_api_key?: string;
  custom_attributes?: Record<string, unknown>;
  /** `Initial Token` by default. */
  token_name?: string;
}

/** A new token. */
export interface IssuedToken {
  /** Secret, and shown only this once. */
  access_token: string;
  token_type: Open<'Bearer'>;
}

/** A user, as they see themselves. */
export interface User {
  id: string;
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  custom_attributes?: Record<string, unknown> | null;
  is_active?: boolean;
  /** Whether a gateway key is stored. */
  has_api_key?: boolean;
  /** Masked; null when no key is stored. */
  api_key_preview?: string | null;
  /** ISO 8601. */
  created_at?: string;
}

/** The gateway key to store. */
export interface GatewayKey {
  /** Secret. An empty text clears the stored one. */
  api_key: string;
}

/** What became of the gateway key. */
export interface GatewayKeyState {
  message?: string;
  has_api_key: boolean;
  /** Masked; null when no key is stored. */
  api_key_preview: string | null;
}

/** A token to be made. */
export interface NewToken {
  name: string;
}

/** A token, without its secret. */
export interface Token {
  id: string;
  name?: string;
  /** Its beginning, masked. */
  token_prefix?: string;
  /** ISO 8601; null when it was never used. */
  last_used_at?: string | null;
  /** ISO 8601. */
  created_at?: string;
}

/** A user's tokens. */
export interface TokenList {
  tokens: Token[];
}

/** Which token. */
export interface InToken {
  token_id: string;
}
