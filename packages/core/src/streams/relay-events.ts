import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';

/** A failure as the other side sees it: no body, no header, no address. */
export interface RelayedFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly kind: string;
  readonly outcome?: string | undefined;
}

const EVENT_NAME = /^[\w-]+$/;
/** The messages of these name the address behind the relay. */
const NAMES_ADDRESS = /^(?:network|timeout|aborted|redirect)$/;

/** Line ends of Unicode, at which some readers in Python cut a line. In JSON they occur only in strings. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes the data of an event as JSON in one line. */
export const toData = (value: unknown): string => JSON.stringify(value).replace(LINE_ENDS, escaped);

/** Writes one event of an event stream. */
export const writeEvent = (data: string, type?: string): string => `${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;

/** Returns the name of an event: its `type`. Parts of a completion have none. */
export const eventNameOf = (event: object): string | undefined => {
  const { type, choices } = event as { readonly type?: unknown; readonly choices?: unknown };
  return choices === undefined && typeof type === 'string' && EVENT_NAME.test(type) ? type : undefined;
};

/** Returns a failure as the other side sees it. */
export const relayedFailure = (error: unknown): { readonly error: RelayedFailure } => {
  const failure = isPlatformError(error)
    ? error
    : new PlatformError('interrupted', 'The server of the stream failed', { outcome: 'likely-applied' });
  const { kind, code, detail, outcome } = failure;
  const message = NAMES_ADDRESS.test(kind) ? `The request of the server failed: ${kind}` : failure.message;
  return { error: { message, code, detail, kind, outcome } };
};
