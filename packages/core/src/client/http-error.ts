import { PlatformError } from '../diagnostics/errors.ts';
import { outcomeOf } from '../http/exchange.ts';
import type { WireResponse } from '../http/wire.ts';
import { retryAfterOf } from './retry.ts';

/** The body of an error response. It is read for the error of the caller, which most failed attempts do not become. */
export type UnreadBody = Pick<WireResponse, 'text' | 'unreadable'>;

/** Creates the error of a response with an error status. Its `cause` is the unread body until it is described. */
export const httpError = (name: string, { status, headers, text, unreadable }: WireResponse, now: number): PlatformError => {
  const unread: UnreadBody = { text, unreadable };
  const details = {
    status,
    headers: Object.fromEntries(headers),
    outcome: outcomeOf(status),
    retryAfterSeconds: retryAfterOf(headers, now),
  };
  return new PlatformError('http', `${name} returned ${status}`, details, { cause: unread });
};
