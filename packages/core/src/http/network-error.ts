import { isPlatformError, PlatformError, type Outcome } from '../diagnostics/errors.ts';
import { redirectError } from './redirects.ts';
import type { WireRequest } from './wire.ts';

/** Matches error codes of the system, Node, undici and OpenSSL. On a new connection, they prove that the request was not sent. Codes of other TLS alerts are missing, because such an alert may arrive after the request was sent. */
const NOT_SENT =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_(?:CONNECT_|INVALID_ARG|NOT_SUPP)|ERR_TLS_|UNABLE_TO_|.*(?:CERT|HANDSHAKE|WRONG_VERSION))/;

/**
 * Matches the beginning of undici's message about a proxy that opens no tunnel. The message contains the proxy's status. The error's code
 * looks like the code of an abort.
 */
const NO_TUNNEL = /^Proxy response\b/;

/**
 * Creates the error of a request that failed below HTTP. The new error keeps only the system's code and message, because the original
 * contains headers and bodies.
 */
export const networkError = (error: unknown, request: WireRequest): PlatformError => {
  let code: string | undefined;
  let reason = '';
  let wasConnected = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isPlatformError(cause)) return cause;
    const { code: found, syscall, message } = cause as Error & { code?: unknown; syscall?: unknown };
    if (message === 'unexpected redirect') return redirectError(request);
    if (typeof found === 'string') code = found;
    wasConnected ||= syscall === 'read' || syscall === 'write';
    reason = message;
  }
  // A URL may contain secrets.
  const shown = reason.includes('://') ? '' : reason;
  if (NO_TUNNEL.test(reason)) return connectionError(undefined, shown, 'not-sent');
  return connectionError(code, shown, !wasConnected && NOT_SENT.test(code ?? '') ? 'not-sent' : 'unknown');
};

/** Creates the error of a connection that failed. `code` is the system's code. */
export const connectionError = (code: string | undefined, reason: string, outcome: Outcome): PlatformError => {
  const why = code ?? reason;
  return new PlatformError('network', `The connection failed${why && `: ${why}`}`, { code, outcome });
};
