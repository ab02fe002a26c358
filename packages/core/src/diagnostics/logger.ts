import type { Outcome } from './errors.ts';

/** The kind of a warning. */
export type WarningCode =
  /** Reading a store failed, or took too long. The values are kept in memory. */
  | 'STORE_NOT_READ'
  /** Writing to a store failed, or took too long. The values are kept in memory, and are lost with the page or the process. */
  | 'STORE_NOT_WRITTEN'
  /** A store contains no valid value. */
  | 'STORE_INVALID'
  /** A callback of the application threw or rejected. */
  | 'CALLBACK_FAILED'
  /** The SDK left out an input field, because its value has an invalid form. */
  | 'FIELD_LEFT_OUT'
  /** Settings of one user were dropped, because they must not be sent for another user. */
  | 'SETTINGS_DROPPED'
  /** A journal of payments could not be written. */
  | 'JOURNAL_NOT_WRITTEN'
  /** The limiter's store could not be written after a 429. */
  | 'LIMITER_NOT_PAUSED';

/** An event of the SDK's log. No event contains a secret, a header, a body or a query. */
export type LogEvent =
  | {
      readonly type: 'attempt';
      /** Identifies the call within the platform. All attempts of a call share this id. */
      readonly callId: number;
      readonly operation: string;
      readonly method: string;
      /** The URL without its query. */
      readonly url: string;
      readonly attempt: number;
      /** The status, or the kind of the failure. */
      readonly result: number | string;
      /** The outcome of this attempt: `succeeded`, or the outcome of the failure. */
      readonly outcome: 'succeeded' | Outcome;
      /** The id of the session's user. Undefined if no user is signed in, or the user's id is unknown. */
      readonly userId?: string | undefined;
      /** Milliseconds since the call began. */
      readonly milliseconds: number;
      /** Milliseconds until the next attempt. Undefined after the last attempt. */
      readonly retryInMs?: number | undefined;
    }
  /** A response does not match the API specification. Logged once per operation and field, for at most a hundred fields of an operation. */
  | { readonly type: 'invalid-response'; readonly operation: string; readonly field: string; readonly message: string }
  | { readonly type: 'session'; readonly change: 'restored' | 'signed-in' | 'refreshed' | 'signed-out' | 'refresh-unavailable' }
  /** The service announced the end of an operation, by the header `Deprecation` or `Sunset`. Logged once per operation. */
  | {
      readonly type: 'deprecation';
      readonly operation: string;
      /** The date when the operation is deprecated, in ISO 8601. Undefined if the service sent no date. */
      readonly deprecatedAt?: string | undefined;
      /** The date when the operation ends, in ISO 8601. Undefined if the service sent no date. */
      readonly sunsetAt?: string | undefined;
    }
  | {
      readonly type: 'warning';
      readonly message: string;
      /** The kind of the warning. Undefined for a warning without a code. */
      readonly code?: WarningCode | undefined;
    };

/** Called with every event of the log. Errors and rejections of the logger are ignored. */
export type Logger = (event: LogEvent) => void;

const ignore = (): void => undefined;

/** Calls a callback of the application. Never throws. Calls `failed` when the callback throws or its promise rejects. */
export const notify = (call: () => unknown, failed: () => void = ignore): void => {
  try {
    Promise.resolve(call()).catch(failed);
  } catch {
    failed();
  }
};

/** True for events that a developer must act on. Other events are not written to the console. */
const MUST_ACT: Readonly<Record<LogEvent['type'], boolean>> = {
  attempt: false,
  'invalid-response': false,
  session: false,
  deprecation: true,
  warning: true,
};

/** Returns the default logger of a platform. It writes the first warning of each kind, and the first deprecation, to the console. */
export const consoleWarnings = (): Logger => {
  const written = new Set<string>();
  return (event) => {
    if (!MUST_ACT[event.type]) return;
    const message = messageOf(event);
    const kind = event.type === 'warning' ? (event.code ?? message) : event.type;
    // Messages may vary, so the number of written kinds is limited: a process may run for years.
    if (written.has(kind) || written.size >= MAX_KINDS) return;
    written.add(kind);
    // oxlint-disable-next-line no-console -- without a logger, the console is the only way to show a warning
    console.warn(`@platform-sdk: ${message} (Written once. The option logger receives every event, and logger: false ends this.)`);
  };
};

const MAX_KINDS = 100;

const messageOf = (event: LogEvent): string => {
  if (event.type === 'warning') return event.message;
  if (event.type !== 'deprecation') return event.type;
  const { operation, sunsetAt } = event;
  return `The service announced the end of ${operation}${sunsetAt === undefined ? '' : ` on ${sunsetAt}`}.`;
};
