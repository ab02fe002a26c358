import type { PlatformError } from '@platform-sdk/core';
import { hasErrorCode } from '@platform-sdk/core/internal';

/** A failure that the service reports with its own message. */
export interface MemoryError extends PlatformError {
  /** The body of the service's response. */
  readonly body?: {
    /** The service's error. */
    readonly error?: {
      /** The documented code, such as `SESSION_NOT_FOUND`. */
      readonly code?: string;
      /** The service's message. */
      readonly message?: string;
      /** The service's id of the call, for support requests. */
      readonly trace_id?: string;
      /** Details of the failure. */
      readonly details?: Readonly<Record<string, unknown>>;
    };
  };
}

const has =
  (code: string) =>
  (error: unknown): error is MemoryError =>
    hasErrorCode(error, code);

/** Returns true if the session does not exist. */
export const isSessionNotFoundError = /* @__PURE__ */ has('SESSION_NOT_FOUND');
/** Returns true if the memory does not exist, or belongs to another user. */
export const isMemoryNotFoundError = /* @__PURE__ */ has('MEMORY_NOT_FOUND');
/** Returns true if the service rejected the input. `error.body?.error?.details` may contain the reason. */
export const isMemoryValidationError = /* @__PURE__ */ has('VALIDATION_ERROR');
/** Returns true if the token is missing, unknown or revoked. */
export const isMemoryAuthenticationError = /* @__PURE__ */ has('AUTHENTICATION_FAILED');
/** Returns true if the message and its context are too long for the model. */
export const isTokenBudgetExceededError = /* @__PURE__ */ has('TOKEN_BUDGET_EXCEEDED');
/** Returns true if the model's provider failed, before or during a stream. */
export const isModelError = /* @__PURE__ */ has('LLM_SERVICE_ERROR');
/** Returns true if the service failed with an internal error. */
export const isMemoryInternalError = /* @__PURE__ */ has('INTERNAL_ERROR');
