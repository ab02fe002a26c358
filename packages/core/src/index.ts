export { createClient, type Client } from './client.ts';
export type {
  AgentKeys,
  CallOptions,
  Clock,
  PlatformOptions,
  ProjectKeys,
  ResponseInfo,
  RetryOptions,
  SessionOptions,
  StreamOptions,
  Timeouts,
  TokenSource,
} from './context.ts';
export type { Resource } from './envelope.ts';
export { amend, isPlatformError, PlatformError, type ErrorDetails, type ErrorKind, type Outcome } from './errors.ts';
export type { LogEvent, Logger } from './logger.ts';
export type { BaseName, Confidence, Credentials, Method, RetryClass } from './operation.ts';
export type { Pages } from './pagination.ts';
export { createPlatform, toPlatform, type Platform, type ServiceOptions } from './platform.ts';
export { request, type RawRequest } from './raw-request.ts';
export type { Open } from './schema.ts';
export { userSession, type UserSession } from './session/contract.ts';
export type { Session, SessionEvent } from './session/session.ts';
export { memoryTokenStore, webTokenStore, type WebStorage } from './session/stores.ts';
export { webLock, type WebLockOptions } from './session/web-lock.ts';
export type { SessionLock, StoredSession, Tokens, TokenStore } from './session/tokens.ts';
