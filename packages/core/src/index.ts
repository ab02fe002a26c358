import './internal.ts';
export type { Client, NoInput } from './client/client.ts';
export type { CallOptions, ResponseInfo, RetryOptions, StreamOptions } from './operation/options.ts';
export type {
  AgentKeys,
  PlatformOptions,
  ProjectKeys,
  Resolvable,
  ServiceTokens,
  SessionOptions,
  Timeouts,
  TokenSource,
} from './operation/platform-options.ts';
export type { Clock } from './time/limits.ts';
export type { Permission, Resource, WithIncluded } from './schema/envelope.ts';
export { hasErrorCode, type CodedError } from './diagnostics/service-errors.ts';
export { isPlatformError, PlatformError, type ErrorDetail, type ErrorDetails, type ErrorKind, type Outcome } from './diagnostics/errors.ts';
export {
  isInsufficientCreditsError,
  isRateLimitedError,
  type InsufficientCreditsError,
  type RateLimitedError,
} from './diagnostics/service-errors.ts';
export type { HttpAgent } from './http/wire.ts';
export type { LogEvent, Logger, WarningCode } from './diagnostics/logger.ts';
export type { TracedAttempt, TracedCall, Tracing } from './operation/tracing.ts';
export type { BaseName, Confidence, Credentials, Method, RetryClass } from './operation/names.ts';
export type { Pages } from './operation/pagination.ts';
export { isErrorOf, operationOf, operationsOf, type ErrorOf, type MethodOperation, type MethodOperations } from './client/operation-of.ts';
export { createPlatform, type Platform, type ServiceOptions } from './client/platform.ts';
export { request, type RawRequest } from './client/raw-request.ts';
export { getResponseProblems } from './schema/check.ts';
export type { Problem } from './schema/problem.ts';
export { toStandardSchema, type StandardIssue, type StandardSchema, type StandardSchemaOptions } from './client/standard-schema.ts';
export type { LiteralUnion } from './schema/schema.ts';
export type { UserSession } from './operation/session-contract.ts';
export { cookieTokenStore, type CookieAttributes, type CookieReaderOptions, type CookieTokenStoreOptions } from './session/cookie-store.ts';
export { refreshCookie, refreshKey, type RefreshCookieOptions, type SessionCookie } from './client/refresh-cookie.ts';
export { indexedDbTokenStore, type IndexedDbTokenStoreOptions } from './session/indexed-db-store.ts';
export type { SessionEvent } from './session/session-state.ts';
export type { Session } from './session/session.ts';
export { inMemoryTokenStore } from './session/tokens.ts';
export { webLock, type WebLockOptions } from './session/lock.ts';
export type { Lease, SessionLock } from './session/lock.ts';
export type { ReadOnlyTokenStore, SessionRecord, StoredSession, Tokens, TokenStore } from './session/tokens.ts';
