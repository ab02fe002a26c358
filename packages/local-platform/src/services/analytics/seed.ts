import type { ProjectKeys } from '@platform-sdk/core';
import type { World } from '../../world/state.ts';
import { addTrace, admitKeyPair, tracesOf, type TraceRecord } from './records.ts';
import { observationOf, scoreOf, type SeedObservation, type SeedScore } from './steps.ts';

/** A trace to add. Missing fields are empty, and the time defaults to now. */
export interface SeedTrace extends Partial<Omit<TraceRecord, 'observations' | 'scores'>> {
  /** The steps of the trace. Default: none. */
  readonly observations?: readonly SeedObservation[];
  /** The scores of the trace. Default: none. */
  readonly scores?: readonly SeedScore[];
}

/** The key pair and traces of a project. */
export interface SeedAnalytics {
  readonly projectId: string;
  /** The key pair that gives access to the project's analytics. Default: none. */
  readonly keys?: ProjectKeys;
  /** The traces to add. `samples` adds twelve traces of the last three days. Default: none. */
  readonly traces?: readonly SeedTrace[] | 'samples';
}

export const seedAnalytics = (world: World, { projectId, keys, traces = [] }: SeedAnalytics): void => {
  if (keys) admitKeyPair(world, { ...keys, projectId });
  for (const given of traces === 'samples' ? sampleTraces(world.clock.now()) : traces) {
    // A seeded trace must not consume an id of the platform, because later ids would change.
    const id = given.id ?? (tracesOf(world, projectId).size + 1).toString(16).padStart(32, '0');
    addTrace(world, projectId, traceOf(world, id, given));
  }
};

const traceOf = (
  world: World,
  id: string,
  { timestamp = world.timestamp(), observations = [], scores = [], ...given }: SeedTrace,
): TraceRecord => ({
  id,
  timestamp,
  name: null,
  input: null,
  output: null,
  sessionId: null,
  release: null,
  version: null,
  userId: null,
  metadata: null,
  tags: [],
  public: false,
  environment: 'default',
  ...given,
  observations: observations.map((step, index) => observationOf({ ...given, id, timestamp }, index, step)),
  scores: scores.map((score, index) => scoreOf({ ...given, id, timestamp }, index, score)),
});

const DAY_MS = 86_400_000;

/** Returns twelve traces of a small assistant, from two users and two models: four traces a day for three days. */
const sampleTraces = (now: number): SeedTrace[] =>
  Array.from({ length: 12 }, (_, index) => {
    const isLarge = index % 3 === 0;
    return {
      timestamp: new Date(now - Math.floor(index / 4) * DAY_MS - (index % 4) * 60_000).toISOString(),
      name: isLarge ? 'report' : 'chat',
      userId: index % 2 === 0 ? 'ada' : 'grace',
      sessionId: `session-${Math.floor(index / 2) + 1}`,
      tags: isLarge ? ['production', 'batch'] : ['production'],
      input: { question: `Question ${index + 1}` },
      output: { answer: `Answer ${index + 1}` },
      observations: [
        isLarge
          ? { model: 'large-1', inputUsage: 1000, outputUsage: 400, totalCost: 0.02, seconds: 4 }
          : { model: 'small-1', inputUsage: 200, outputUsage: 50, totalCost: 0.001 },
      ],
      scores: isLarge ? [{ name: 'helpful', value: 0.9 }] : [],
    };
  });
