import type { PlatformError } from '../diagnostics/errors.ts';

/** The operation and its server, for a failure whose message names neither. */
export const placeOf = ({ kind, message }: PlatformError, operation: string, url: string | undefined): string => {
  if (!/^(?:network|timeout|aborted)$/.test(kind) || message.includes(operation) || message.endsWith(')')) return '';
  return `. (${operation}${url === undefined ? '' : ` at ${new URL(url).origin}`})`;
};
