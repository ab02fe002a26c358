import type { ProjectKeys } from '@platform-sdk/core';
import type { Observation, Score, TraceFields } from '@platform-sdk/analytics';
import type { World } from '../world.ts';

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

/** A secret key, the project that it opens and when it expires, if it does, in milliseconds. */
export interface KeyPairRecord {
  readonly secretKey: string;
  readonly projectId: string;
  readonly expiresAt?: number;
}

export const analyticsRecords = () => ({
  /** Key pairs and the projects they open, by public key. */
  keyPairs: new Map<string, KeyPairRecord>(),
  /** By the project's id; a project's traces by their own. */
  traces: new Map<string, Map<string, TraceRecord>>(),
});

/** Lets a key pair read a project's analytics, until it expires if it does. */
export const admitKeyPair = (world: World, projectId: string, { publicKey, secretKey }: ProjectKeys, expiresAt?: number): void =>
  void world.records(analyticsRecords).keyPairs.set(publicKey, { secretKey, projectId, ...(expiresAt !== undefined && { expiresAt }) });

export const tracesOf = (world: World, projectId: string): Map<string, TraceRecord> => {
  const { traces } = world.records(analyticsRecords);
  let found = traces.get(projectId);
  if (!found) traces.set(projectId, (found = new Map<string, TraceRecord>()));
  return found;
};
