// Names of the main entry that clients need. Built clients import them from here, as Node takes a file less.
export { createClient, type FailuresOf } from './client/client.ts';
export { toPlatform } from './client/platform.ts';
export { hasErrorCode } from './diagnostics/error-code.ts';
export { isPlatformError, PlatformError, withDetails } from './diagnostics/errors.ts';
export { isInsufficientCreditsError, isRateLimitedError } from './diagnostics/service-errors.ts';
export { streamOperation } from './client/stream-call.ts';
export type { PagedOperation, StreamOperation } from './operation/kinds.ts';
export { checkFields, checkInput } from './client/check-input.ts';
export { withCombined, withOperation, withOperationsOf } from './client/operation-of.ts';
export { isOutdated } from './client/cache.ts';
export { outdatedPaths } from './client/request.ts';
export { download, type Download, type DownloadSource, type FileSink, type ReceiveOptions } from './http/download.ts';
export { fileChunks, type FileForm } from './http/file-chunks.ts';
export { inputError } from './diagnostics/errors.ts';
export { notify } from './diagnostics/notify.ts';
export { chunksOf, declaredLength, type Bytes } from './http/read-chunks.ts';
export { collection, document, relationship, resource, type Resource } from './schema/envelope.ts';
export { adminAccess, agentPair, guard, projectKeyPair, serviceToken, userBearer, valueOf } from './client/credentials.ts';
export type { Confidence } from './operation/names.ts';
export { attributeNames, envelope, operation, wrappedIn, type AnyOperation, type BodyForm, type Operation } from './operation/operation.ts';
export { storageRedirects } from './http/redirects.ts';
export type { Encode, Encoded, StorageRedirects } from './http/wire.ts';
export { MAX_RETRY_AFTER_MS } from './client/retry.ts';
export { asyncDisposeKey } from './time/async-dispose.ts';
export { poll, type PollOptions } from './time/poll.ts';
export { byOffset, byPage, type Pages, type Paging } from './operation/pagination.ts';
export {
  received,
  unknown,
  boolean,
  either,
  extended,
  extensible,
  file,
  nonEmptyString,
  nonEmptyArray,
  integer,
  languageCode,
  array,
  arrayUpTo,
  noContent,
  nullable,
  number,
  object,
  enumOf,
  streamFlag,
  openEnum,
  optional,
  record,
  string,
  text,
  timestamp,
  without,
  type Fields,
  type LiteralUnion,
  type Schema,
  type SchemaData,
} from './schema/schema.ts';
export { checkNoPromise, checkOptions } from './schema/check-options.ts';
export {
  abortSignal,
  amount,
  anyObject,
  atLeast,
  callable,
  headerFields,
  objectWith,
  orFalse,
  orFalsy,
  orNull,
} from './schema/option-words.ts';
export { isMembers, membersOf, type Members } from './schema/members.ts';
export { problemsOf, responseProblemsOf } from './schema/check.ts';
export type { Problem } from './schema/problem.ts';
export { callOptions, streamOptions } from './operation/options.ts';
export { tokenSource } from './operation/platform-options.ts';
export { lostSecret } from './operation/lost-secret.ts';
export type { Authenticate, AuthenticatedRequest } from './operation/credentials.ts';
export { bounded, MAX_TIMER_MS, pause } from './time/bounded.ts';
export { storedValue, type DatabasePlace, type WithStoredValue } from './session/indexed-db.ts';
export { required } from './time/loaded.ts';
export { anySignal } from './time/cancellation.ts';
export type { Opened, OpenResponse } from './operation/opened.ts';
export { isSameId, newUuid, UUID } from './schema/uuid.ts';
export { refresh, userSession, type RefreshTokenBody, type UserSession } from './operation/session-contract.ts';
export { isOtherUser, sessionTokens, toTokens } from './session/tokens.ts';
