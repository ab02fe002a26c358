import { findOperation, readInput } from '../../routing/find-operation.ts';
import type { ContractSummary, RequestDetail, RequestSummary } from '../documents.ts';
import { refuse } from '../../errors/refusal.ts';
import type * as contract from '../contract/requests.ts';
import type { ControlCall, ControlContext, ControlRules } from '../operation.ts';
import type { RecordedRequest } from '../recorder.ts';
import { curlOf, sdkOf, testOf } from '../texts.ts';
import { toSnapshot } from '../../platform/snapshot.ts';
import { addFault } from './faults.ts';

/** Returns the path and query of a URL. */
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

/** Rebuilds a recorded request. Returns undefined if its body was not recorded completely. */
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

/** Parses the input of a recorded request again, with its contract. */
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

const recordedIn = ({ recorder }: ControlCall, id: number): RecordedRequest =>
  recorder.get(id) ?? refuse(404, 'UNKNOWN_REQUEST', `There is no request ${id}, or it is no longer kept.`);

const stateBefore = ({ id, before }: RecordedRequest) =>
  before ?? refuse(409, 'STATE_DROPPED', `The state before request ${id} is no longer kept.`);

const goBack = (call: ControlCall, recorded: RecordedRequest): void => {
  call.internals.restoreState(stateBefore(recorded));
  call.stateChanged('restore');
};

const REPEAT_TIMEOUT_MS = 30_000;

export const requestRules: ControlRules<typeof contract> = {
  listRequests: ({ after = 0, operation }, { recorder }) => ({
    requests: recorder.all.map(summaryOf).filter((each) => each.id > after && each.operation === (operation ?? each.operation)),
  }),

  clearRequests(_, { recorder, stateChanged }) {
    recorder.clear();
    // The event makes other open inspector pages reload the list.
    stateChanged('requests cleared');
  },

  getRequest: ({ id }, call) => detailOf(recordedIn(call, id), call),

  getStateBefore({ id }, call) {
    const recorded = recordedIn(call, id);
    const { world, identity } = stateBefore(recorded);
    return toSnapshot(world, identity, new Date(recorded.at).toISOString());
  },

  restoreRequest: ({ id }, call) => goBack(call, recordedIn(call, id)),

  async repeatRequest({ id: repeated, from = 'now', advanceMs = 0, fault }, call) {
    const recorded = recordedIn(call, repeated);
    // A fault can stall the request, so it needs a time limit. The caller can also cancel the request.
    const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(REPEAT_TIMEOUT_MS)]);
    const request =
      requestOf(recorded, signal) ?? refuse(409, 'BODY_DROPPED', `The body of request ${recorded.id} is too large to be kept.`);
    // An invalid fault or a missing state must not change anything.
    if (from === 'before') stateBefore(recorded);
    const operation = recorded.call?.found?.route.name;
    if (fault) addFault(call, { ...(operation !== undefined && { operation }), ...fault });
    if (from === 'before') goBack(call, recorded);
    if (advanceMs !== 0) {
      call.internals.world.clock.advance(advanceMs);
      call.stateChanged('clock');
    }
    const sent = call.recorder.run(request, recorded.id);
    const id = call.recorder.all.at(-1)?.id ?? 0;
    await sent.then((response) => response.arrayBuffer()).catch(() => undefined);
    const { status, state } = call.recorder.get(id) ?? { status: null, state: 'broken' };
    return { id, status, state };
  },

  getTest: ({ from = 1, to = Infinity }, { recorder }) => ({ text: testOf(recorder.all.filter(({ id }) => id >= from && id <= to)) }),
};
