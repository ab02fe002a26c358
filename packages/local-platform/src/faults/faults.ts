import { received, type SchemaData } from '@platform-sdk/core/contract';
import { checkNoPromise, inputError } from '@platform-sdk/core/internal';
import { unknownName } from '@platform-sdk/core/server';
import { checkFields } from '../options/check-fields.ts';
import { failed } from './fault-failed.ts';

/** How a connection or a response breaks. */
export type Failure =
  /** No connection opens, so that nothing is sent. On a port, the connection breaks instead. */
  | 'refused'
  /** The connection breaks before the headers. */
  | 'reset'
  /** The headers never arrive. */
  | 'stall'
  /** The connection breaks in the middle of the body. */
  | 'reset-body'
  /** The body stops in the middle, but the connection stays open. */
  | 'stall-body'
  /** The response ends normally in the middle of the body. */
  | 'truncated-body'
  /** The response is an HTML page, as from a proxy. */
  | 'html';

/** A fault that changes the responses to the next matching calls. */
export interface Fault {
  /** The fault applies only to calls of this operation, such as `organizations.list`. Default: all operations. */
  readonly operation?: string;
  /** The fault applies only to requests for which this function returns true. Default: all requests. */
  readonly match?: (request: Request) => boolean;
  /** How many calls the fault applies to. Default: 1. */
  readonly times?: number;
  /** The delay before the response, in milliseconds. Default: 0. */
  readonly delayMs?: number;
  /** How the connection or the response breaks. Default: nothing breaks. */
  readonly failure?: Failure;
  /**
   * The status of the response. Without `body`, the response has an error document in the service's format. Default: 200 with `body` or an
   * HTML page, otherwise the service's own status.
   */
  readonly status?: number;
  /** Headers to set on the response. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the response. A string is sent unchanged, other values as JSON. Default: the service's own body. */
  readonly body?: unknown;
  /** Returns a new response for each call. Default: the response is built from `status` and `body`. */
  readonly respond?: (request: Request) => Response | Promise<Response>;
  /**
   * If true, the service runs the call before the fault happens, so that only the response is lost. Default: false. Faults that only delay or cut
   * the response always run the call.
   */
  readonly applied?: boolean;
}

/** Adds and removes faults. */
export interface Faults {
  /**
   * Adds a fault to the end of the queue. Returns a function that removes the fault. Throws for an unknown operation, an unknown or invalid
   * field, or a response that HTTP does not allow.
   */
  add(fault: Fault): () => void;
  clear(): void;
}

/** A fault that applies to further calls. */
export interface WaitingFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many further calls the fault applies to. */
  left: number;
}

export interface LiveFaults extends Faults {
  readonly isEmpty: boolean;
  /** The faults that apply to further calls, oldest first. */
  readonly waiting: readonly WaitingFault[];
  remove(fault: WaitingFault): void;
  /** Returns the first fault that matches this call, and counts the call. Returns undefined if no fault matches. */
  take(operation: string | undefined, request: Request): Fault | undefined;
}

/** Creates the faults of a platform. `checkOperation` throws for an unknown operation. */
export const createFaults = (checkOperation: (name: string) => void): LiveFaults => {
  const waiting: WaitingFault[] = [];
  let lastId = 0;
  const drop = (one: WaitingFault): void => {
    const index = waiting.indexOf(one);
    if (index >= 0) waiting.splice(index, 1);
  };
  return {
    add(fault) {
      checkFault(fault, checkOperation);
      const one = { id: ++lastId, fault, left: fault.times ?? 1 };
      waiting.push(one);
      return () => drop(one);
    },
    clear: () => void waiting.splice(0),
    waiting,
    remove: drop,
    get isEmpty() {
      return waiting.length === 0;
    },
    take(operation, request) {
      const one = waiting.find(({ fault }) => (fault.operation ?? operation) === operation && matches(fault, request));
      if (one && --one.left <= 0) drop(one);
      return one?.fault;
    },
  };
};

const FIELDS: Readonly<Record<keyof Fault, SchemaData>> = {
  operation: received,
  match: received,
  times: received,
  delayMs: received,
  failure: received,
  status: received,
  headers: received,
  body: received,
  respond: received,
  applied: received,
};

export const FAILURES = [
  'refused',
  'reset',
  'stall',
  'reset-body',
  'stall-body',
  'truncated-body',
  'html',
] as const satisfies readonly Failure[];

/** The fields that change a response. */
const EFFECTS = ['status', 'failure', 'delayMs', 'headers', 'body', 'respond'] as const satisfies readonly (keyof Fault)[];

/** Throws for unknown or invalid fields, and for a fault that changes nothing. */
const checkFault = (fault: Fault, checkOperation: (name: string) => void): void => {
  checkNoPromise('faults.add: the fault', fault);
  checkFields('faults.add', { type: 'object', properties: FIELDS }, fault);
  const { operation, times = 1, delayMs = 0, failure, status = 200, headers, body = null } = fault;
  if (operation !== undefined) checkOperation(operation);
  if (failure !== undefined && !FAILURES.includes(failure))
    throw inputError(`faults.add: the failure ${String(failure)} ${unknownName(String(failure), FAILURES, 'failures')}`, 'failure');
  if (!(times >= 1)) throw inputError(`faults.add: times must be at least 1, not ${times}`, 'times');
  if (!(delayMs >= 0)) throw inputError(`faults.add: delayMs must be at least 0, not ${delayMs}`, 'delayMs');
  if (!EFFECTS.some((name) => fault[name] !== undefined))
    throw inputError(`faults.add: the fault changes nothing: set ${EFFECTS.slice(0, -1).join(', ')} or ${EFFECTS.at(-1)}`);
  // Throws for an invalid status or header, or for a body with a status that forbids it.
  void new Response(body === null && failure !== 'html' ? null : '', { status, headers: { ...headers } });
};

const matches = ({ match }: Fault, request: Request): boolean => {
  try {
    return match?.(request) ?? true;
  } catch (error) {
    return failed('match', error);
  }
};
