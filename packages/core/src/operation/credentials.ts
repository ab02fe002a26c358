import type { LiveSession } from '../session/session.ts';
import type { Tokens } from '../session/tokens.ts';
import type { PlatformOptions } from './platform-options.ts';

/** The part of a platform that provides credentials. */
export interface CredentialSource {
  readonly options: PlatformOptions;
  readonly session: LiveSession;
}

/** The headers of one attempt, and the session tokens in them. */
export interface AuthenticatedRequest {
  readonly headers: Record<string, string>;
  /** The session's tokens. Absent if no header contains one of them. */
  readonly tokens?: Tokens | undefined;
  /** Secrets that the headers contain in another form. Default: none. */
  readonly secrets?: readonly string[];
}

/**
 * Attaches other credentials than the Api-Key and the session. The function is part of the operation, so that programs without the
 * operation do not bundle it.
 */
export type Authenticate = (
  source: CredentialSource,
  operation: string,
  service: string,
) => AuthenticatedRequest | Promise<AuthenticatedRequest>;
