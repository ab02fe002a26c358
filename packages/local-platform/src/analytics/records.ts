import type { ProjectKeys } from '@platform-sdk/core';
import type { DailyMetrics, Observation, Score, TraceFields } from '@platform-sdk/analytics';
import type { World } from '../world/state.ts';

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

/** A secret key, its project, and when it expires in milliseconds, if it does. */
export interface KeyPairRecord {
  readonly secretKey: string;
  readonly projectId: string;
  readonly expiresAt?: number;
}

/** The traces of a project, and query results that are kept until the next trace is added. */
export interface ProjectTraces {
  readonly byId: ReadonlyMap<string, TraceRecord>;
  add(trace: TraceRecord): void;
  /** Results by query. */
  readonly lists: Map<string, readonly TraceRecord[]>;
  readonly days: Map<string, readonly DailyMetrics[]>;
}

/** Returns the kept result of a query, or computes it. */
export const memoized = <Result>(results: Map<string, Result>, query: unknown, make: () => Result): Result => {
  const key = JSON.stringify(query);
  let found = results.get(key);
  if (found === undefined) {
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(key, (found = make()));
  }
  return found;
};

const MAX_RESULTS = 16;

const createTraces = (): ProjectTraces => {
  const byId = new Map<string, TraceRecord>();
  const [lists, days] = [new Map<string, readonly TraceRecord[]>(), new Map<string, readonly DailyMetrics[]>()];
  const add = (trace: TraceRecord): void => {
    byId.set(trace.id, trace);
    lists.clear();
    days.clear();
  };
  return { byId, add, lists, days };
};

export const analyticsRecords = () => ({
  /** Key pairs and their projects, by public key. */
  keyPairs: new Map<string, KeyPairRecord>(),
  /** By the project's id. */
  traces: new Map<string, ProjectTraces>(),
});

/** Gives a key pair access to a project's analytics, until it expires if it does. */
export const admitKeyPair = (world: World, projectId: string, { publicKey, secretKey }: ProjectKeys, expiresAt?: number): void =>
  void world.records(analyticsRecords).keyPairs.set(publicKey, { secretKey, projectId, ...(expiresAt !== undefined && { expiresAt }) });

export const tracesOf = (world: World, projectId: string): ProjectTraces => {
  const { traces } = world.records(analyticsRecords);
  let found = traces.get(projectId);
  if (!found) traces.set(projectId, (found = createTraces()));
  return found;
};
