/**
 * Internals that the clients and the packages around them share. Names may change in any release. Clients import errors from here too, because
 * the main entry also loads the token stores.
 *
 * Every other entry imports this file, so that the build writes the code that entries share into one file.
 */
// Without this import, a constant that the entries share would be in a separate file.
import './http/wire.ts';
export { isOutdated } from './client/cache.ts';
export { checkFields, checkInput } from './client/check-input.ts';
export { createClient, type FailuresOf } from './client/client.ts';
export { guard, valueOf } from './client/credentials.ts';
export { withCombined, withOperation, withOperationsOf } from './client/operation-of.ts';
export { toPlatform } from './client/platform.ts';
export { outdatedPaths } from './client/request.ts';
export { MAX_RETRY_AFTER_MS } from './client/send.ts';
export { hasErrorCode } from './diagnostics/service-errors.ts';
export { inputError, isPlatformError, PlatformError, withDetails } from './diagnostics/errors.ts';
export { createScrub, holdsSecret, secretsOf, type Scrub } from './diagnostics/redact.ts';
export { notify } from './diagnostics/logger.ts';
export { isInsufficientCreditsError, isRateLimitedError } from './diagnostics/service-errors.ts';
export { download, type Download, type DownloadSource, type FileSink, type ReceiveOptions } from './http/download.ts';
export { fileChunks, type FileForm } from './http/file-chunks.ts';
export { chunksOf, declaredLength, type Bytes } from './http/read-body.ts';
export { lostSecret } from './operation/lost-secret.ts';
export { tokenSource } from './operation/platform-options.ts';
export { refresh, userSession, type RefreshTokenBody } from './operation/session-contract.ts';
export { checkNoPromise, checkOptions } from './schema/options.ts';
export { problemsOf, responseProblemsOf } from './schema/check.ts';
export { isMembers, membersOf, type Members } from './diagnostics/json.ts';
export { isSameId, newUuid, UUID } from './schema/uuid.ts';
export { storedValue, type DatabasePlace, type WithStoredValue } from './session/indexed-db-store.ts';
export { isOtherUser, sessionTokens, toTokens } from './session/tokens.ts';
export { asyncDisposeKey } from './http/runtime.ts';
export { bounded, MAX_TIMER_MS, pause } from './time/limits.ts';
export { anySignal } from './time/limits.ts';
export { required } from './time/limits.ts';
export { poll, type PollOptions } from './time/poll.ts';
