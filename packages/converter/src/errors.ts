import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import type { Received } from './types.ts';

/** A failure in the service's own words. */
export interface ConverterError extends PlatformError {
  readonly body?: {
    readonly success?: false;
    readonly error?: string;
    readonly code?: string;
    readonly method?: string;
    readonly requestId?: string;
    /** In seconds, of a converter that is too busy. */
    readonly retryAfter?: number;
  };
}

/** A job that failed on the server: `received.log` says how far it came. */
export interface JobError extends ConverterError {
  readonly received: Received;
}

const has =
  (code: string | undefined, status?: number) =>
  (error: unknown): error is ConverterError =>
    isPlatformError(error) && error.kind === 'http' && (error.status === status || (code !== undefined && error.code === code));

/** The job began, and the server says within its log or its final JSON that it failed. */
export const isJobFailure = (error: unknown): error is JobError => isPlatformError(error) && error.kind === 'http' && error.status === 200;
/** The service refused the input. */
export const isValidationError = /* @__PURE__ */ has('VALIDATION_ERROR', 400);
/** There were too many requests: `retryAfterSeconds` says when to come back, if the service did. */
export const isRateLimited = /* @__PURE__ */ has('RATE_LIMITED', 429);
/** The page took too long. */
export const isPageTimeout = /* @__PURE__ */ has('TIMEOUT');
/** The server's browser failed. */
export const isBrowserError = /* @__PURE__ */ has('BROWSER_ERROR');
/** The converter is too busy: `retryAfterSeconds` says when to come back, if the service did. */
export const isBusy = /* @__PURE__ */ has(undefined, 503);
/** There is no archive of this site. */
export const isUnknownSite = /* @__PURE__ */ has(undefined, 404);
