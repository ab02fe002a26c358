import { brand } from '../diagnostics/brand.ts';
import type { SystemFailure } from './wire.ts';

/** System codes that mean that no server was reached. Other alerts of TLS may follow a request. */
const NOT_SENT =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_(?:CONNECT_|INVALID_ARG|NOT_SUPP)|ERR_TLS_|UNABLE_TO_|.*(?:CERT|HANDSHAKE|WRONG_VERSION))/;

/** The words of undici when a proxy opens no tunnel, with the status of the proxy. Its code is that of an abort. */
const NO_TUNNEL = /^Proxy response\b/;

/** Reads the error of a server's transport. It keeps only the system's code and message, as the original holds headers and bodies. */
export const systemFailure = (error: unknown): SystemFailure => {
  let code: string | undefined;
  let reason = '';
  let wasConnected = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (brand in cause) return { own: cause };
    const { code: found, syscall, message } = cause as Error & { code?: unknown; syscall?: unknown };
    if (message === 'unexpected redirect') return { isRedirect: true };
    if (typeof found === 'string') code = found;
    wasConnected ||= syscall === 'read' || syscall === 'write';
    reason = message;
  }
  if (NO_TUNNEL.test(reason)) return { reason, isUnsent: true };
  return { code, reason, isUnsent: !wasConnected && NOT_SENT.test(code ?? '') };
};
