import type { LiveSession } from '../session/session.ts';
import type { Tokens } from '../session/tokens.ts';
import type { PlatformOptions } from './options.ts';

/** The part of a platform that credentials come from. */
export interface CredentialSource {
  readonly options: PlatformOptions;
  readonly session: LiveSession;
}

/** The headers of one attempt, and the session they speak for. */
export interface AuthenticatedRequest {
  readonly headers: Record<string, string>;
  /** The session's tokens. Absent where no header holds one of them. */
  readonly tokens?: Tokens | undefined;
  /** Secrets that the headers hold in another form. Default: none. */
  readonly secrets?: readonly string[];
}

/** Attaches what an operation needs beyond the Api-Key and the session. The operation brings it, so that others do not pay for it. */
export type Authenticate = (
  source: CredentialSource,
  operation: string,
  service: string,
) => AuthenticatedRequest | Promise<AuthenticatedRequest>;
