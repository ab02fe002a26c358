import { readError } from '../diagnostics/error-body.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import type { Scrub } from '../diagnostics/redact.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import { outcomeOf } from '../http/exchange.ts';
import type { WireResponse } from '../http/wire.ts';
import { retryAfterOf } from './retry.ts';

/** Creates the error of a response with an error status. It has status and headers even if the body could not be read. */
export const httpError = (name: string, response: WireResponse, now: number, scrub: Scrub): PlatformError => {
  const { status, headers, text, unreadable } = response;
  // A text that was cut may end in a part of a secret.
  const { message, page, ...report } = readError(text, (part) => scrub(part, unreadable !== undefined));
  const code = page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`;
  const unread = unreadable === undefined ? '' : `; its body could not be read: ${unreadable}`;
  const summary = `${name} returned ${status} ${code}`.trimEnd() + unread;
  return new PlatformError('http', message ? `${message.replace(/[.!?]$/, '')}. (${summary})` : summary, {
    ...report,
    ...showHeaders(headers),
    status,
    outcome: outcomeOf(status),
    retryAfterSeconds: retryAfterOf(headers, now),
  });
};
