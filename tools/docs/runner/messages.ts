/** The messages between a page and the worker that runs a snippet. */

/** A fault that a reader adds, for calls of one operation or of all operations. */
export interface ArmedFault {
  readonly id: number;
  readonly way: FaultWay;
  /** The operation. Undefined for calls of all operations. */
  readonly operation?: string;
}

export type FaultWay = 'lost' | 'reset' | 'unavailable' | 'rate-limited' | 'truncated-body' | 'reset-body' | 'stall-body' | 'html';

export interface RunMessage {
  readonly type: 'run';
  /** The pieces of the program. The last piece is the text in the editor. */
  readonly pieces: readonly string[];
  readonly faults: readonly ArmedFault[];
  /** True if the access token expires right after the first sign-in. */
  readonly expiresAfterSignIn: boolean;
  /** True if every request waits until the reader sends `next`. */
  readonly isStepping: boolean;
}

export type ToWorker =
  | RunMessage
  | { readonly type: 'add-fault'; readonly fault: ArmedFault }
  | { readonly type: 'remove-fault'; readonly id: number }
  | { readonly type: 'advance'; readonly ms: number }
  | { readonly type: 'step'; readonly isStepping: boolean }
  | { readonly type: 'next' };

/** A line of the console. With `write`, the text continues the previous line. */
export interface ConsoleLine {
  readonly level: 'log' | 'info' | 'debug' | 'warn' | 'error' | 'write';
  readonly text: string;
}

export interface ExchangeStart {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  /** Lines of `name: value`. */
  readonly headers: string;
  readonly body: string;
}

export interface Mail {
  readonly to: string;
  readonly text: string;
  /** The code or token in the message. */
  readonly code?: string;
}

export type FromWorker =
  | { readonly type: 'started' }
  | ({ readonly type: 'console' } & ConsoleLine)
  | ({ readonly type: 'request' } & ExchangeStart)
  /** The request waits for `next`. */
  | { readonly type: 'held'; readonly id: number }
  | { readonly type: 'sent'; readonly id: number }
  | {
      readonly type: 'response';
      readonly id: number;
      readonly status: number;
      readonly headers: string;
      readonly ms: number;
      readonly operation?: string;
    }
  | { readonly type: 'body'; readonly id: number; readonly text: string }
  | { readonly type: 'body-end'; readonly id: number; readonly failure?: string }
  | { readonly type: 'broken'; readonly id: number; readonly failure: string; readonly operation?: string }
  | { readonly type: 'fault-used'; readonly id: number }
  | { readonly type: 'mail'; readonly mail: Mail }
  | { readonly type: 'clock'; readonly now: number }
  | { readonly type: 'ended'; readonly failed: boolean; readonly ms: number };
