import { refuse, type Refusal, type Respond } from './refusal.ts';

/** The code of a call that met a fault which is itself wrong. */
export const FAULT_FAILED = 'FAULT_FAILED';

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
  /** The answer is an HTML page, as a proxy sends it. */
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
  /** Headers to add to a response that the fault makes. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the response: a text as it is, any other value as JSON. Default: the service's own body. */
  readonly body?: unknown;
  /** Returns the response, a new one for each call. Default: `status` and `body` make it. */
  readonly respond?: (request: Request) => Response | Promise<Response>;
  /**
   * True carries the call out before the fault; only its response is lost. Default: false; a fault that only delays or cuts the response
   * carries it out too.
   */
  readonly carriedOut?: boolean;
}

/** Faults on demand. */
export interface Faults {
  /** Adds a fault behind those that wait already. Returns a function that removes it. Throws for a response that HTTP does not allow. */
  add(fault: Fault): () => void;
  clear(): void;
}

interface Waiting {
  readonly fault: Fault;
  left: number;
}

export interface LiveFaults extends Faults {
  readonly isEmpty: boolean;
  /** The fault that this call gets, if any. */
  take(operation: string | undefined, request: Request): Fault | undefined;
}

export const createFaults = (): LiveFaults => {
  const waiting: Waiting[] = [];
  const drop = (one: Waiting): void => {
    const index = waiting.indexOf(one);
    if (index >= 0) waiting.splice(index, 1);
  };
  return {
    add(fault) {
      checkAnswer(fault);
      const one = { fault, left: fault.times ?? 1 };
      waiting.push(one);
      return () => drop(one);
    },
    clear: () => void waiting.splice(0),
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

/** Throws where a fault's answer cannot be: its status, a header, or a body with a status that has none. */
const checkAnswer = ({ status = 200, headers, body = null, failure }: Fault): void =>
  void new Response(body === null && failure !== 'html' ? null : '', { status, headers: { ...headers } });

const matches = ({ match }: Fault, request: Request): boolean => {
  try {
    return match?.(request) ?? true;
  } catch (error) {
    return failed('match', error);
  }
};

/** Refuses a call because what was to break it is itself broken. */
const failed = (part: 'match' | 'respond', error: unknown): never =>
  refuse(500, FAULT_FAILED, `The ${part} of a fault failed: ${String(error)}`);

/** The service that a fault stands in for. */
interface Service {
  /** Carries the call out. */
  readonly run: () => Promise<Response>;
  /** Refuses it in the service's words. */
  readonly word: (refusal: Refusal, respond: Respond) => Response;
}

/** Answers a call the way a fault says; rejects when the connection breaks. */
export const answerFault = async (fault: Fault, request: Request, { run, word }: Service): Promise<Response> => {
  const { failure, delayMs, carriedOut } = fault;
  if (delayMs !== undefined) await until(request.signal, delayMs);
  const real = carriedOut ? await run() : undefined;
  if (failure === 'reset') throw connectionReset('fetch failed');
  if (failure === 'stall') await until(request.signal);
  const answer = (await madeBy(fault, request, word)) ?? real ?? (await run());
  const isWhole = failure === undefined || failure === 'html' || request.method === 'HEAD';
  return isWhole ? answer : cut(answer, failure, request.signal);
};

const madeBy = async (
  { respond, failure, status, headers, body }: Fault,
  request: Request,
  word: Service['word'],
): Promise<Response | undefined> => {
  if (respond) return responded(respond, request);
  if (failure === 'html')
    return new Response(page(status ?? 200), { status: status ?? 200, headers: { 'content-type': 'text/html', ...headers } });
  if (status === undefined && body === undefined) return undefined;
  if (isBodiless(status)) return new Response(null, { status: status ?? 200, headers: { ...headers } });
  if (typeof body === 'string') return new Response(body, { status: status ?? 200, headers: { 'content-type': 'text/plain', ...headers } });
  if (body !== undefined) return Response.json(body, { status: status ?? 200, headers: { ...headers } });
  return word(
    { status: status ?? 200, code: 'FAULT', message: 'A fault that was added with faults.add caused this response.' },
    (document, worded) => Response.json(document, { status: worded.status, headers: { ...worded.headers, ...headers } }),
  );
};

/** The answer of a fault's own function. */
const responded = async (respond: NonNullable<Fault['respond']>, request: Request): Promise<Response> => {
  let made: Response;
  try {
    made = await respond(request);
    if (made.bodyUsed) throw new TypeError('the body of its response has been read');
  } catch (error) {
    request.signal.throwIfAborted();
    return failed('respond', error);
  }
  if (made.type === 'error') throw connectionReset('fetch failed');
  if (made.url === '') return made;
  // What was fetched is inflated and whole by now, whatever its headers say.
  const headers = new Headers(made.headers);
  for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']) headers.delete(name);
  return new Response(made.body, { status: made.status, statusText: made.statusText, headers });
};

/** Whether an answer with this status never has a body. */
const isBodiless = (status: number | undefined): boolean => status === 204 || status === 205 || status === 304;

const page = (status: number): string =>
  `<!doctype html>\n<html><head><title>${status} from a proxy</title></head><body><h1>${status}</h1></body></html>\n`;

/** Hands out the first half of a body, then breaks in its own way. */
const cut = async (answer: Response, failure: Failure, signal: AbortSignal): Promise<Response> => {
  if (isBodiless(answer.status)) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        return;
      }
      // What was sent has to leave before the connection breaks.
      await until(signal, failure === 'stall-body' ? undefined : 0);
      if (failure === 'truncated-body') controller.close();
      else controller.error(connectionReset('terminated'));
    },
  });
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
};

/** Waits for the time to pass, or for ever; an abort ends it. */
const until = (signal: AbortSignal, ms?: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });

/** Whether what was thrown stands for a connection that breaks. */
export const isBreak = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { readonly code?: unknown } | undefined)?.code === 'ECONNRESET';

/** What `fetch` throws when a connection breaks. */
const connectionReset = (message: string): TypeError => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError(message, { cause });
};
