import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';

/** A failure that a server relays to its client: without its body, headers and URL. Its message is a neutral sentence, unless `exposeMessage` allows another message. */
export interface RelayedFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly kind: string;
  readonly status?: number | undefined;
  readonly outcome?: string | undefined;
}

/** Returns true to send the message and the detail of a failure, or a sentence to send instead. */
export type ExposeMessage = (error: unknown) => boolean | string;

const EVENT_NAME = /^[\w-]+$/;
/** A code of a service, such as `INSUFFICIENT_CREDITS`. Other strings may be secret, such as a key of a provider. */
const CODE = /^(?:[A-Z][A-Z_]{1,63}|[a-z][a-z_]{1,63})$/;

/** Unicode line ends, at which some readers in Python split a line. In JSON they occur only within strings. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const toData = (value: unknown): string => JSON.stringify(value).replace(LINE_ENDS, escaped);

export const writeEvent = (data: string, type?: string): string => `${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;

/** Returns the name of an event: its `type`. Undefined for chunks of a completion. */
export const eventNameOf = (event: object): string | undefined => {
  const { type, choices } = event as { readonly type?: unknown; readonly choices?: unknown };
  return choices === undefined && typeof type === 'string' && EVENT_NAME.test(type) ? type : undefined;
};

const NEUTRAL = 'The server could not complete the request';

/** Converts an error into the failure that a relay sends to the page. Messages of a service may contain its keys and URLs, so they are only sent if `exposeMessage` allows it. */
export const relayedFailure = (error: unknown, exposeMessage: ExposeMessage = () => false): { readonly error: RelayedFailure } => {
  const failure = isPlatformError(error) ? error : new PlatformError('interrupted', NEUTRAL, { outcome: 'likely-applied' });
  const { kind, status, outcome } = failure;
  const code = failure.code !== undefined && CODE.test(failure.code) ? failure.code : undefined;
  const exposed = exposeMessage(error);
  if (exposed === true) return { error: { message: failure.message, code: failure.code, detail: failure.detail, kind, status, outcome } };
  const own = typeof exposed === 'string' ? exposed : undefined;
  return { error: { message: own ?? NEUTRAL, code, detail: own, kind, status, outcome } };
};
