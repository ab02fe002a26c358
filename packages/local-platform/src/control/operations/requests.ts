import { findOperation, readInput } from '../../routing/find-operation.ts';
import type { ContractSummary, RequestDetail, RequestSummary } from '../documents.ts';
import { failControl, type ControlCall, type ControlContext, type ControlOperation } from '../operation.ts';
import type { RecordedRequest } from '../recorder.ts';
import { fault, listOf, objectOf, requestDetail, requestSummary, snapshot, text, whole } from '../schemas.ts';
import { curlOf, sdkOf, testOf } from '../texts.ts';
import { toSnapshot } from '../../platform/snapshot.ts';
import { addFault } from './faults.ts';

/** The path and the query of an address. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

export const summaryOf = (recorded: RecordedRequest): RequestSummary => {
  const { id, at, call, method, url, status, state, durationMs, who, before, repeatOf } = recorded;
  return {
    id,
    at,
    operation: call?.found?.route.name ?? null,
    method,
    path: pathOf(url),
    status,
    state,
    durationMs,
    who,
    unknownFields: call?.entry.unknownFields ?? [],
    canRestore: before !== undefined,
    ...(repeatOf !== undefined && { repeatOf }),
    ...(call?.entry.disconnected && { disconnected: true }),
  };
};

const contractOf = ({ call }: RecordedRequest): ContractSummary | null => {
  const operation = call?.found?.route.operation;
  if (!operation) return null;
  const { method, path, credentials, retry, errors = [], undocumented = {} } = operation;
  return {
    method,
    path,
    credentials,
    retry,
    errorCodes: errors.map(String),
    undocumented: Object.entries(undocumented).map(([name, confidence]) => ({ name, confidence })),
  };
};

/** The same request again; undefined where not all of its body is kept. */
const requestOf = ({ url, method, headers, body }: RecordedRequest, signal?: AbortSignal): Request | undefined => {
  const bytes = body.bytes();
  if (!bytes) return undefined;
  return new Request(url, {
    method,
    headers: headers as [string, string][],
    ...(bytes.length > 0 && { body: bytes }),
    ...(signal && { signal }),
  });
};

/** Reads the input once more, as its contract has it. */
const inputOf = async (recorded: RecordedRequest, { internals, router }: ControlContext) => {
  const request = requestOf(recorded);
  const found =
    request && (await findOperation(router, request, new URL(recorded.url).pathname, { world: internals.world, isReadAgain: true }));
  return found && (await readInput(found, request, internals.world).catch(() => undefined));
};

const detailOf = async (recorded: RecordedRequest, context: ControlContext): Promise<RequestDetail> => {
  const input = await inputOf(recorded, context);
  const name = recorded.call?.found?.route.name;
  const sdk = name !== undefined && input ? sdkOf(name, input) : undefined;
  const typeIn = (headers: RecordedRequest['headers']): string | null => headers.find(([header]) => header === 'content-type')?.[1] ?? null;
  return {
    ...summaryOf(recorded),
    requestHeaders: recorded.headers,
    requestBody: recorded.body.summary(typeIn(recorded.headers)),
    responseHeaders: recorded.responseHeaders,
    responseBody: recorded.responseBody.summary(typeIn(recorded.responseHeaders)),
    contract: contractOf(recorded),
    problems: (input?.problems ?? []).map(({ field, message }) => ({ field, message })),
    texts: { curl: curlOf(recorded), ...(sdk !== undefined && { sdk }) },
  };
};

const recordedIn = ({ recorder, parameters }: ControlCall): RecordedRequest =>
  recorder.get(Number(parameters['id'])) ??
  failControl(404, 'UNKNOWN_REQUEST', `There is no request ${parameters['id']}, or it is no longer kept.`);

const stateBefore = ({ id, before }: RecordedRequest) =>
  before ?? failControl(409, 'STATE_DROPPED', `The state before request ${id} is no longer kept.`);

const goBack = (call: ControlCall, recorded: RecordedRequest): void => {
  call.internals.restoreState(stateBefore(recorded));
  call.stateChanged('restore');
};

const REPEAT_TIMEOUT_MS = 30_000;

/** Sends a request again: from the state before it or from now, later, and with a fault. */
const repeat = async (call: ControlCall): Promise<object> => {
  const recorded = recordedIn(call);
  const { from = 'now', advanceMs = 0, fault: added } = call.body;
  // A fault can stall it; the caller can leave earlier.
  const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(REPEAT_TIMEOUT_MS)]);
  const request =
    requestOf(recorded, signal) ?? failControl(409, 'BODY_DROPPED', `The body of request ${recorded.id} is too large to be kept.`);
  // A fault that is invalid, or a state that is gone, leaves everything as it is.
  if (from === 'before') stateBefore(recorded);
  const operation = recorded.call?.found?.route.name;
  if (added) addFault(call, { ...(operation !== undefined && { operation }), ...added });
  if (from === 'before') goBack(call, recorded);
  if (advanceMs !== 0) {
    call.internals.world.clock.advance(advanceMs as number);
    call.stateChanged('clock');
  }
  const sent = call.recorder.run(request, recorded.id);
  const id = call.recorder.all.at(-1)?.id ?? 0;
  await sent.then((response) => response.arrayBuffer()).catch(() => undefined);
  const { status, state } = call.recorder.get(id) ?? { status: null, state: 'broken' };
  return { id, status, state };
};

const inRange = ({ recorder, query }: ControlCall): readonly RecordedRequest[] => {
  const { from = 1, to = Infinity } = query;
  return recorder.all.filter(({ id }) => id >= Number(from) && id <= Number(to));
};

export const requestOperations: readonly ControlOperation[] = [
  {
    id: 'listRequests',
    method: 'GET',
    path: '/requests',
    summary: 'Lists the requests that are kept, oldest first.',
    query: {
      after: { type: 'integer', description: 'Lists only requests with a higher number. Default: all.' },
      operation: { type: 'string', description: 'Lists only requests of this operation. Default: all.' },
    },
    response: objectOf({ requests: listOf(requestSummary) }),
    run: ({ recorder, query: { after = 0, operation } }) => ({
      requests: recorder.all.map(summaryOf).filter((each) => each.id > Number(after) && each.operation === (operation ?? each.operation)),
    }),
  },
  {
    id: 'clearRequests',
    method: 'DELETE',
    path: '/requests',
    summary: 'Forgets all requests and the states before them.',
    run({ recorder, stateChanged }) {
      recorder.clear();
      // Other pages that show the requests load them again.
      stateChanged('requests cleared');
    },
  },
  {
    id: 'getRequest',
    method: 'GET',
    path: '/requests/{id}',
    summary: 'Returns a request with both bodies, its contract and the texts to copy.',
    response: requestDetail,
    failures: [404],
    run: (call) => detailOf(recordedIn(call), call),
  },
  {
    id: 'getStateBefore',
    method: 'GET',
    path: '/requests/{id}/snapshot',
    summary: 'Returns the state before a request as a snapshot.',
    response: snapshot,
    failures: [404, 409],
    run(call) {
      const recorded = recordedIn(call);
      const { world, identity } = stateBefore(recorded);
      return toSnapshot(world, identity, new Date(recorded.at).toISOString());
    },
  },
  {
    id: 'restoreRequest',
    method: 'POST',
    path: '/requests/{id}/restore',
    summary: 'Goes back to the state before a request.',
    failures: [404, 409],
    run: (call) => goBack(call, recordedIn(call)),
  },
  {
    id: 'repeatRequest',
    method: 'POST',
    path: '/requests/{id}/repeat',
    summary: 'Sends a request again, also from the state before it, later, or with a fault.',
    body: objectOf(
      {},
      {
        from: { type: 'string', enum: ['now', 'before'], description: 'The state to send it in. Default: now.' },
        advanceMs: { type: 'integer', minimum: 0, description: 'Moves the clock first. Default: 0.' },
        fault,
      },
    ),
    response: objectOf({ id: whole, status: { type: ['integer', 'null'] }, state: text }),
    failures: [404, 409],
    run: repeat,
  },
  {
    id: 'getTest',
    method: 'GET',
    path: '/test',
    summary: 'Writes requests as a test, which begins with the state before the first.',
    query: { from: { type: 'integer' }, to: { type: 'integer' } },
    response: objectOf({ text }),
    run: (call) => ({ text: testOf(inRange(call)) }),
  },
];
