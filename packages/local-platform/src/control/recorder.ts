import type { PlatformInternals, PlatformState } from '../platform/internals.ts';
import type { PendingCall } from '../responding/error-response.ts';
import { discard, isOnPort } from '../requests/request-body.ts';
import type { RequestSummary } from './documents.ts';
import { callerOf } from './caller.ts';
import { createBodyRecorder, type BodyRecorder } from './recorded-body.ts';

/** A request that is kept. */
export interface RecordedRequest {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: BodyRecorder;
  readonly who: string | null;
  /** The state before it; undefined once it is dropped. */
  before: PlatformState | undefined;
  readonly bytes: number;
  readonly repeatOf: number | undefined;
  /** The operation; undefined until the engine has found it. */
  call: PendingCall | undefined;
  status: number | null;
  state: RequestSummary['state'];
  durationMs: number | null;
  responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: BodyRecorder;
}

/** Options of the recorder. */
export interface RecorderOptions {
  /** The number of requests that are kept. */
  readonly maxRequests: number;
  /** The number of states that are kept. */
  readonly maxStates: number;
  /** The memory for states, about, in bytes. */
  readonly maxStateBytes: number;
  /** The memory for bodies, in bytes. */
  readonly maxBodyBytes: number;
  /** Called when a request comes, and when something is known of it. */
  readonly onChange: (request: RecordedRequest) => void;
}

/** Keeps requests with their bodies, their responses, and the state before each. */
export interface Recorder {
  /** Runs a request and records it. Rejects as the platform does where the connection breaks. */
  run(request: Request, repeatOf?: number): Promise<Response>;
  /** Oldest first. */
  readonly all: readonly RecordedRequest[];
  get(id: number): RecordedRequest | undefined;
  /** The number of the request that a response belongs to. */
  idOf(response: Response): number | undefined;
  clear(): void;
}

export const createRecorder = (
  handle: (request: Request) => Promise<Response>,
  internals: PlatformInternals,
  { maxRequests, maxStates, maxStateBytes, maxBodyBytes, onChange }: RecorderOptions,
): Recorder => {
  const all: RecordedRequest[] = [];
  const pending = new WeakMap<Request, RecordedRequest>();
  const ids = new WeakMap<Response, number>();
  let lastId = 0;
  // The ends of `all` whose states and bodies are kept.
  const withState: RecordedRequest[] = [];
  const withBodies: RecordedRequest[] = [];
  let states = 0;
  let stateBytes = 0;
  let bodyBytes = 0;
  const onKept = (bytes: number): void => void (bodyBytes += bytes);

  internals.onCall((sent, call) => {
    const recorded = pending.get(sent);
    if (recorded) recorded.call = call;
  });

  const dropState = (recorded: RecordedRequest): void => {
    if (!recorded.before) return;
    recorded.before = undefined;
    states -= 1;
    stateBytes -= recorded.bytes;
  };

  const drop = (recorded: RecordedRequest): void => {
    for (const list of [withState, withBodies]) if (list[0] === recorded) list.shift();
    dropState(recorded);
    recorded.body.drop();
    recorded.responseBody.drop();
  };

  /** The cost of a request does not depend on the number of kept ones, so each list is only read at its beginning. */
  const dropOldest = (): void => {
    while (all.length > maxRequests) drop(all.shift() as RecordedRequest);
    // The newest state stays, however large it is.
    while (withState.length > 1 && (states > maxStates || stateBytes > maxStateBytes)) dropState(withState.shift() as RecordedRequest);
    while (bodyBytes > maxBodyBytes && withBodies.length > 0) {
      const { body, responseBody } = withBodies.shift() as RecordedRequest;
      body.drop();
      responseBody.drop();
    }
  };

  const begin = (request: Request, repeatOf: number | undefined): RecordedRequest => {
    const { state, bytes } = internals.capture();
    const recorded: RecordedRequest = {
      id: ++lastId,
      at: internals.world.clock.now(),
      method: request.method,
      url: request.url,
      headers: [...request.headers],
      body: createBodyRecorder(onKept),
      who: callerOf(request, internals.world),
      before: state,
      bytes,
      repeatOf,
      call: undefined,
      status: null,
      state: 'open',
      durationMs: null,
      responseHeaders: [],
      responseBody: createBodyRecorder(onKept),
    };
    all.push(recorded);
    withState.push(recorded);
    withBodies.push(recorded);
    states += 1;
    stateBytes += bytes;
    dropOldest();
    onChange(recorded);
    return recorded;
  };

  /** The response with its body recorded; the request is done when the body is. */
  const recordResponse = (recorded: RecordedRequest, response: Response, end: (state: 'done' | 'broken') => void): Response => {
    recorded.status = response.status;
    recorded.responseHeaders = [...response.headers];
    const { status, statusText, headers } = response;
    const finish = (how: 'done' | 'broken' | 'cancelled'): void => end(how === 'broken' ? 'broken' : 'done');
    const body = response.body && recorded.responseBody.record(response.body, finish);
    if (!body) end('done');
    const made = new Response(body, { status, statusText, headers });
    ids.set(made, recorded.id);
    return made;
  };

  return {
    all,
    get: (id) => all.find((recorded) => recorded.id === id),
    idOf: (response) => ids.get(response),
    clear: () => {
      for (const recorded of all.splice(0)) drop(recorded);
    },
    async run(request, repeatOf) {
      // `Request` forbids this method, so that a record could not be repeated.
      if (request.method === 'TRACE') return handle(request);
      const start = performance.now();
      const recorded = begin(request, repeatOf);
      const { url, method, headers, signal } = request;
      const body = request.body && recorded.body.record(request.body);
      const sent = new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
      if (isOnPort(request)) Object.assign(sent, { runtime: {} });
      pending.set(sent, recorded);
      const end = (state: 'done' | 'broken'): void => {
        recorded.state = state;
        recorded.durationMs = Math.round(performance.now() - start);
        onChange(recorded);
      };
      try {
        const response = await handle(sent);
        void drain(sent).then(() => onChange(recorded));
        return recordResponse(recorded, response, end);
      } catch (error) {
        end('broken');
        throw error;
      }
    },
  };
};

/** Reads a body that the rule left unread, such as that of a call without credentials. The record has it, and the connection is free again. */
const drain = async (request: Request): Promise<void> => {
  if (!request.bodyUsed && request.body) await discard(request.body.getReader());
};
