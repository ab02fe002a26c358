import type { Open } from '@platform-sdk/core';

/** A new user, or changes to one who is there. */
export interface Registration {
  /** The user's id in your own system, a UUID. */
  id: string;
  email: string;
  /** The user's first name. Default: none. */
  first_name?: string;
  /** The user's last name. Default: none. */
  last_name?: string;
  /** Secret: the key with which the user's chats are answered. */
  gateway_api_key?: string;
  /** Whatever is to be kept with the user. Default: none. */
  custom_attributes?: Record<string, unknown>;
  /** The name of the user's first token. Default: `Initial Token`. */
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
  /** The user's e-mail address. Absent when the service does not send it. */
  email?: string;
  /** The user's first name; null for none. */
  first_name?: string | null;
  /** The user's last name; null for none. */
  last_name?: string | null;
  /** As they were set; null for none. */
  custom_attributes?: Record<string, unknown> | null;
  /** Whether the user may call the service. Absent when the service does not send it. */
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
  /** The service's own sentence. Absent when the service does not send it. */
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
  /** The name that it was created with. Absent when the service does not send it. */
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
