import type { PlatformInternals, PlatformState } from '../platform/internals.ts';
import type { PendingCall } from '../responding/error-response.ts';
import { discard, isOnPort } from '../requests/request-body.ts';
import type { RequestSummary } from './documents.ts';
import { callerOf } from './caller.ts';
import { createBodyRecorder, type BodyRecorder } from './recorded-body.ts';

export interface RecordedRequest {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: BodyRecorder;
  readonly who: string | null;
  /** The state before the request. Undefined after the state was dropped. */
  before: PlatformState | undefined;
  readonly bytes: number;
  readonly repeatOf: number | undefined;
  /** The matched operation. Undefined until the engine has matched the request. */
  call: PendingCall | undefined;
  status: number | null;
  state: RequestSummary['state'];
  durationMs: number | null;
  responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: BodyRecorder;
}

export interface RecorderOptions {
  readonly maxRequests: number;
  /** How many requests are stored together with the state before them. */
  readonly maxStates: number;
  /** The approximate memory limit for states, in bytes. */
  readonly maxStateBytes: number;
  /** The memory limit for bodies, in bytes. */
  readonly maxBodyBytes: number;
  /** Called when a request arrives, when its body has been read, and when its response ends or breaks. */
  readonly onChange: (request: RecordedRequest) => void;
}

/** Records requests, their responses, and the state before each request. */
export interface Recorder {
  /** Runs a request and records it. Rejects if the connection breaks, as `handle` does. */
  run(request: Request, repeatOf?: number): Promise<Response>;
  /** The recorded requests, oldest first. */
  readonly all: readonly RecordedRequest[];
  get(id: number): RecordedRequest | undefined;
  clear(): void;
}

export const createRecorder = (
  handle: (request: Request) => Promise<Response>,
  internals: PlatformInternals,
  { maxRequests, maxStates, maxStateBytes, maxBodyBytes, onChange }: RecorderOptions,
): Recorder => {
  const all: RecordedRequest[] = [];
  const pending = new WeakMap<Request, RecordedRequest>();
  let lastId = 0;
  // The recorded requests whose states are still stored, and the requests whose bodies are still stored.
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

  /** Reads only the start of each list, so the cost of a request does not grow with the number of recorded requests. */
  const dropOldest = (): void => {
    while (all.length > maxRequests) drop(all.shift() as RecordedRequest);
    // The newest state is never dropped, even if it exceeds the limit.
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

  /** Returns the response with a recorded body. The request counts as done when the response body ends. */
  const recordResponse = (recorded: RecordedRequest, response: Response, end: (state: 'done' | 'broken') => void): Response => {
    recorded.status = response.status;
    recorded.responseHeaders = [...response.headers];
    const { status, statusText, headers } = response;
    const finish = (how: 'done' | 'broken' | 'cancelled'): void => end(how === 'broken' ? 'broken' : 'done');
    const body = response.body && recorded.responseBody.record(response.body, finish);
    if (!body) end('done');
    return new Response(body, { status, statusText, headers });
  };

  return {
    all,
    get: (id) => all.find((recorded) => recorded.id === id),
    clear: () => {
      for (const recorded of all.splice(0)) drop(recorded);
    },
    async run(request, repeatOf) {
      // TRACE requests are not recorded, because `Request` forbids the method.
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

/** Reads a body that the rule did not read, for example after a rejected call. Then the body is recorded and the connection is free. */
const drain = async (request: Request): Promise<void> => {
  if (!request.bodyUsed && request.body) await discard(request.body.getReader());
};
