import type { PlatformError } from '@platform-sdk/core';
import { hasErrorCode, isPlatformError } from '@platform-sdk/core/internal';
import type { JobReceived } from './types.ts';

export type { RateLimitedError } from '@platform-sdk/core';
export { isRateLimitedError } from '@platform-sdk/core/internal';

/** A failure that the converter reports with its own message. */
export interface ConverterError extends PlatformError {
  /** The body of the converter's response. */
  readonly body?: {
    /** Always false, because the conversion failed. */
    readonly success?: false;
    /** The converter's message. */
    readonly error?: string;
    /** The service's code, such as `TIMEOUT`. */
    readonly code?: string;
    /** The method of the conversion, such as `browser`, or `unknown`. */
    readonly method?: string;
    /** The service's id of the request, for support requests. */
    readonly requestId?: string;
    /** The seconds to wait before the next request. Set if the converter is too busy. */
    readonly retryAfter?: number;
  };
}

/** A job that failed on the server: `received.log` contains the end of its log. */
export interface JobError extends ConverterError {
  readonly received: JobReceived;
}

const has =
  (code: string | undefined, status?: number) =>
  (error: unknown): error is ConverterError =>
    isPlatformError(error) && error.kind === 'http' && (error.status === status || (code !== undefined && hasErrorCode(error, code)));

/** Returns true if the job began, but its log or its final JSON reports a failure. */
export const isJobError = (error: unknown): error is JobError => isPlatformError(error) && error.kind === 'http' && error.status === 200;
/** Returns true if the service rejected the input. */
export const isConverterValidationError = /* @__PURE__ */ has('VALIDATION_ERROR', 400);
/** Returns true if the page took too long. */
export const isPageTimeoutError = /* @__PURE__ */ has('TIMEOUT');
/** Returns true if the server's browser failed. */
export const isBrowserError = /* @__PURE__ */ has('BROWSER_ERROR');
/** Returns true if the converter is too busy. The error's `retryAfterSeconds` is set if the service sent `Retry-After`. */
export const isConverterBusyError = /* @__PURE__ */ has(undefined, 503);
/** Returns true if the converter stores no archive of the site. */
export const isUnknownSiteError = /* @__PURE__ */ has(undefined, 404);
