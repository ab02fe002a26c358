import type { DailyMetrics, Observation, Score, TraceFields } from '@platform-sdk/analytics';
import type { World } from '../../world/state.ts';
import { createTable } from '../../world/table.ts';
import { store, transientStore } from '../../state/store.ts';
import { deepFreeze } from '../../state/freeze.ts';

/** A step of a trace, with its usage and costs. */
export interface ObservationRecord extends Required<Observation> {
  readonly endTime: string;
  readonly usage: { readonly input: number; readonly output: number; readonly total: number; readonly unit: string | null };
  /** In USD. */
  readonly calculatedTotalCost: number;
}

/** A trace of a project. Latency and cost are those of its observations. */
export interface TraceRecord extends Omit<Required<TraceFields>, 'htmlPath' | 'latency' | 'totalCost'> {
  readonly observations: readonly ObservationRecord[];
  readonly scores: readonly Score[];
}

/** A key pair, its project, and when it expires in milliseconds, if it does. */
export interface KeyPairRecord {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly projectId: string;
  readonly expiresAt?: number;
  /** True for the pair of an API key. All others are the project's own. */
  readonly isApiKey?: boolean;
}

/** A trace with its time in milliseconds. */
export interface TimedTrace {
  readonly trace: TraceRecord;
  readonly at: number;
}

/** Results of queries about a project, kept until its next trace is added. */
interface QueryResults {
  /** The traces with their times, which are costly to parse. */
  timed?: readonly TimedTrace[];
  /** By query. */
  readonly lists: Map<string, readonly TraceRecord[]>;
  readonly days: Map<string, readonly DailyMetrics[]>;
}

/** Returns the kept result of a query, or computes it. */
export const memoized = <Result>(results: Map<string, Result>, query: unknown, make: () => Result): Result => {
  const key = JSON.stringify(query);
  let found = results.get(key);
  if (found === undefined) {
    found = make();
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(key, found);
  }
  return found;
};

const MAX_RESULTS = 16;

export const analyticsRecords = store('analytics', () => ({
  /** Key pairs and their projects, by public key. */
  keyPairs: createTable<KeyPairRecord, 'project' | 'own' | 'secret'>({
    project: ({ projectId }) => [projectId],
    own: ({ projectId, isApiKey }) => (isApiKey ? [] : [projectId]),
    secret: ({ secretKey }) => [secretKey],
  }),
}));

/** By the project's id, then by the trace's. */
export const traceRecords = store('traces', () => new Map<string, Map<string, TraceRecord>>());

/** By the project's id. */
const resultRecords = transientStore('analytics-results', () => new Map<string, QueryResults>());

/** Gives a key pair access to its project's analytics, until it expires if it does. */
export const admitKeyPair = (world: World, pair: KeyPairRecord): void =>
  void world.records(analyticsRecords).keyPairs.set(pair.publicKey, pair);

/** The traces of a project, by id. */
export const tracesOf = (world: World, projectId: string): ReadonlyMap<string, TraceRecord> =>
  world.records(traceRecords).get(projectId) ?? new Map<string, TraceRecord>();

/** Adds an immutable copy of a trace. */
export const addTrace = (world: World, projectId: string, trace: TraceRecord): void => {
  const traces = world.records(traceRecords);
  const known = traces.get(projectId) ?? new Map<string, TraceRecord>();
  traces.set(projectId, known.set(trace.id, deepFreeze(structuredClone(trace))));
  world.records(resultRecords).delete(projectId);
};

/** The results of queries about a project since its last trace. */
export const resultsOf = (world: World, projectId: string): QueryResults => {
  const all = world.records(resultRecords);
  let found = all.get(projectId);
  if (!found) all.set(projectId, (found = { lists: new Map(), days: new Map() }));
  return found;
};
