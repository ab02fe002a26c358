import type { Observation, Score, TraceFields } from '@platform-sdk/analytics';
import type { World } from '../../world/state.ts';
import { createTable } from '../../world/table.ts';
import { store } from '../../state/store.ts';
import { deepFreeze } from '../../state/freeze.ts';

/** A step of a trace, with its usage and costs. */
export interface ObservationRecord extends Required<Observation> {
  readonly endTime: string;
  readonly usage: { readonly input: number; readonly output: number; readonly total: number; readonly unit: string | null };
  /** The cost in USD. */
  readonly calculatedTotalCost: number;
}

/** A trace of a project. The latency and the cost are computed from the observations. */
export interface TraceRecord extends Omit<Required<TraceFields>, 'htmlPath' | 'latency' | 'totalCost'> {
  readonly observations: readonly ObservationRecord[];
  readonly scores: readonly Score[];
}

/** A key pair with its project. `expiresAt` is in milliseconds. */
export interface KeyPairRecord {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly projectId: string;
  readonly expiresAt?: number;
  /** True for the key pair of an API key, false for the project's own key pair. */
  readonly isApiKey?: boolean;
}

/** A trace with its time in milliseconds. */
export interface TimedTrace {
  readonly trace: TraceRecord;
  readonly at: number;
}

export const analyticsRecords = store('analytics', () => ({
  /** Key pairs with their projects, by public key. */
  keyPairs: createTable<KeyPairRecord, 'project' | 'own' | 'secret'>({
    project: ({ projectId }) => [projectId],
    own: ({ projectId, isApiKey }) => (isApiKey ? [] : [projectId]),
    secret: ({ secretKey }) => [secretKey],
  }),
}));

/** Traces by project id, then by trace id. */
export const traceRecords = store('traces', () => new Map<string, Map<string, TraceRecord>>());

/** Allows a key pair to access its project's analytics until it expires. */
export const admitKeyPair = (world: World, pair: KeyPairRecord): void =>
  void world.records(analyticsRecords).keyPairs.set(pair.publicKey, pair);

export const tracesOf = (world: World, projectId: string): ReadonlyMap<string, TraceRecord> =>
  world.records(traceRecords).get(projectId) ?? new Map<string, TraceRecord>();

/** Adds an immutable copy of a trace. */
export const addTrace = (world: World, projectId: string, trace: TraceRecord): void => {
  const traces = world.records(traceRecords);
  const known = traces.get(projectId) ?? new Map<string, TraceRecord>();
  traces.set(projectId, known.set(trace.id, deepFreeze(structuredClone(trace))));
};
