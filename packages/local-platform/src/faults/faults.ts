import { inputError } from '@platform-sdk/core/internal';
import { unknownName } from '@platform-sdk/core/server';
import { checkFields, type FieldsOf } from '../options/check-fields.ts';
import { failed } from './fault-failed.ts';

/** The ways in which a connection or a response breaks. */
export type Failure =
  /** The connection breaks before the headers. */
  | 'reset'
  /** No headers ever come. */
  | 'stall'
  /** The connection breaks in the middle of the body. */
  | 'reset-body'
  /** The body stops in the middle; the connection stays open. */
  | 'stall-body'
  /** The body ends in the middle. */
  | 'truncated-body'
  /** The response is an HTML page, as a proxy sends it. */
  | 'html';

/** A fault for the next matching calls, in place of their response. */
export interface Fault {
  /** Breaks only calls of this operation, such as `organizations.list`. Default: calls of all operations. */
  readonly operation?: string;
  /** Breaks only requests for which this returns true. Default: all requests. */
  readonly match?: (request: Request) => boolean;
  /** The number of calls that break. Default: 1. */
  readonly times?: number;
  /** The time before the response, in milliseconds. Default: 0. */
  readonly delayMs?: number;
  /** The way in which the connection or the response breaks. Default: neither breaks. */
  readonly failure?: Failure;
  /**
   * The status of the response; without `body`, an error document in the service's own form follows. Default: 200 with `body` or an HTML
   * page, else the service's own status.
   */
  readonly status?: number;
  /** Headers of the response, in place of those with the same name. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the response: a text as it is, any other value as JSON. Default: the service's own body. */
  readonly body?: unknown;
  /** Returns the response, a new one for each call. Default: `status` and `body` make it. */
  readonly respond?: (request: Request) => Response | Promise<Response>;
  /**
   * True runs the call before the fault, so that only its response is lost. Default: false; a fault that only delays or cuts the response
   * runs it too.
   */
  readonly applied?: boolean;
}

/** Faults on demand. */
export interface Faults {
  /**
   * Adds a fault behind the waiting ones. Returns a function that removes it. Throws for an unknown operation or field, and for a response
   * that HTTP does not allow.
   */
  add(fault: Fault): () => void;
  clear(): void;
}

interface Waiting {
  readonly id: number;
  readonly fault: Fault;
  left: number;
}

/** A waiting fault. */
export interface WaitingFault {
  readonly id: number;
  readonly fault: Fault;
  /** The number of calls that it still breaks. */
  readonly left: number;
}

export interface LiveFaults extends Faults {
  readonly isEmpty: boolean;
  /** The waiting faults, oldest first. */
  readonly waiting: readonly WaitingFault[];
  remove(fault: WaitingFault): void;
  /** Returns the fault for this call, if any. */
  take(operation: string | undefined, request: Request): Fault | undefined;
}

/** Creates the faults of a platform. `checkOperation` throws for an operation that the platform does not have. */
export const createFaults = (checkOperation: (name: string) => void): LiveFaults => {
  const waiting: Waiting[] = [];
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

const FIELDS: FieldsOf<Fault> = {
  operation: true,
  match: true,
  times: true,
  delayMs: true,
  failure: true,
  status: true,
  headers: true,
  body: true,
  respond: true,
  applied: true,
};

const FAILURES: Readonly<Record<Failure, true>> = {
  reset: true,
  stall: true,
  'reset-body': true,
  'stall-body': true,
  'truncated-body': true,
  html: true,
};

/** The fields that change a response. */
const EFFECTS = ['status', 'failure', 'delayMs', 'headers', 'body', 'respond'] as const satisfies readonly (keyof Fault)[];

/** Throws for a fault that would break no call, or an unintended one. */
const checkFault = (fault: Fault, checkOperation: (name: string) => void): void => {
  checkFields('faults.add', fault, FIELDS);
  const { operation, times = 1, delayMs = 0, failure, status = 200, headers, body = null } = fault;
  if (operation !== undefined) checkOperation(operation);
  if (failure !== undefined && !Object.hasOwn(FAILURES, failure))
    throw inputError(
      `faults.add: the failure ${String(failure)} ${unknownName(String(failure), Object.keys(FAILURES), 'failures')}`,
      'failure',
    );
  if (!(times >= 1)) throw inputError(`faults.add: times must be at least 1, not ${times}`, 'times');
  if (!(delayMs >= 0)) throw inputError(`faults.add: delayMs must be at least 0, not ${delayMs}`, 'delayMs');
  if (!EFFECTS.some((name) => fault[name] !== undefined))
    throw inputError(`faults.add: the fault changes nothing: set ${EFFECTS.slice(0, -1).join(', ')} or ${EFFECTS.at(-1)}`);
  // Throws for an invalid status or header, and for a body with a status that has none.
  void new Response(body === null && failure !== 'html' ? null : '', { status, headers: { ...headers } });
};

const matches = ({ match }: Fault, request: Request): boolean => {
  try {
    return match?.(request) ?? true;
  } catch (error) {
    return failed('match', error);
  }
};
