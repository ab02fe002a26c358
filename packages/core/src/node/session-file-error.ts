import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import { writeError } from './write-error.ts';

/** The codes of a disk that cannot store a session at the moment. All other codes indicate a wrong path. */
const NOT_STORED: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Returns the error of a session file that cannot be used. `what` begins the message, which contains advice and no secret. */
export const sessionFileError = (what: string, error: unknown, field: string): PlatformError => {
  const { code } = Object(error) as { readonly code?: unknown };
  return isPlatformError(error)
    ? error
    : new PlatformError(NOT_STORED.has(code) ? 'session' : 'invalid-input', writeError(what, error, 'session').message, {
        field,
        code: typeof code === 'string' ? code : undefined,
        outcome: 'not-sent',
      });
};
