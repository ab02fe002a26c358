import type { LiveSession } from '../session/session.ts';
import type { Tokens } from '../session/tokens.ts';
import type { PlatformOptions } from './platform-options.ts';

/** The part of a platform that credentials come from. */
export interface CredentialSource {
  readonly options: PlatformOptions;
  readonly session: LiveSession;
}

/** The headers of one attempt, and the session that they belong to. */
export interface AuthenticatedRequest {
  readonly headers: Record<string, string>;
  /** The session's tokens. Absent where no header holds one of them. */
  readonly tokens?: Tokens | undefined;
  /** Secrets that the headers hold in another form. Default: none. */
  readonly secrets?: readonly string[];
}

/** Attaches the credentials of an operation beyond the Api-Key and the session. It is part of the operation, so that other bundles lack it. */
export type Authenticate = (
  source: CredentialSource,
  operation: string,
  service: string,
) => AuthenticatedRequest | Promise<AuthenticatedRequest>;
