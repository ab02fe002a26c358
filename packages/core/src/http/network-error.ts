import { PlatformError, type Outcome } from '../diagnostics/errors.ts';
import { redirectError } from './redirects.ts';

/** System codes that mean that no server was reached. Other alerts of TLS may follow a request. */
const NOT_SENT =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_(?:CONNECT_|INVALID_ARG|NOT_SUPP)|ERR_TLS_|UNABLE_TO_|.*(?:CERT|HANDSHAKE|WRONG_VERSION))/;

/** Turns an error of the transport into a `PlatformError`. It keeps only the system's code and message, as the original holds headers and bodies. */
export const networkError = (error: unknown, url: string, method: string): PlatformError => {
  let code: string | undefined;
  let reason = '';
  let wasConnected = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The body could not be made.
    if (cause instanceof PlatformError) return cause;
    const { code: found, syscall, message } = cause as Error & { code?: unknown; syscall?: unknown };
    if (message === 'unexpected redirect') return redirectError({ method, url });
    if (typeof found === 'string') code = found;
    wasConnected ||= syscall === 'read' || syscall === 'write';
    // An address may hold secrets.
    reason = message.includes('://') ? '' : message;
  }
  // Browsers do not show a page why a request failed.
  if ('document' in globalThis) reason += ', or the server does not allow the origin of this page, by CORS';
  return connectionError(code, reason, !wasConnected && NOT_SENT.test(code ?? '') ? 'not-sent' : 'unknown');
};

/** The error of a connection that failed. `code` is the system's. */
export const connectionError = (code: string | undefined, reason: string, outcome: Outcome): PlatformError => {
  const why = code ?? reason;
  return new PlatformError('network', `The connection failed${why && `: ${why}`}`, { code, outcome });
};
