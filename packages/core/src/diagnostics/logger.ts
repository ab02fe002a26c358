/** An event of the SDK's log. No event contains a secret, a header, a body or a query. */
export type LogEvent =
  | {
      readonly type: 'attempt';
      /** The same for all attempts of one call, and for no other call of the platform. */
      readonly callId: number;
      readonly operation: string;
      readonly method: string;
      /** Without its query. */
      readonly url: string;
      readonly attempt: number;
      /** The status, or the kind of the failure. */
      readonly result: number | string;
      /** Since the call began. */
      readonly milliseconds: number;
      /** The time until the next attempt, in milliseconds. Undefined without one. */
      readonly retryInMs?: number | undefined;
    }
  /** A response does not match the API specification. Logged once per operation and field, for at most a hundred fields of an operation. */
  | { readonly type: 'invalid-response'; readonly operation: string; readonly field: string; readonly message: string }
  | { readonly type: 'session'; readonly change: 'restored' | 'signed-in' | 'refreshed' | 'signed-out' | 'refresh-unavailable' }
  | { readonly type: 'warning'; readonly message: string };

/** Called with every event of the log. Its errors and rejections are ignored. */
export type Logger = (event: LogEvent) => void;
