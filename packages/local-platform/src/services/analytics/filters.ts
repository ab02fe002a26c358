import type { AnalyticsTraceListInput } from '@platform-sdk/analytics';
import { momentOf } from '../../requests/moments.ts';
import type { World } from '../../world/state.ts';
import { tracesOf, type TimedTrace, type TraceRecord } from './records.ts';

type Filters = Pick<AnalyticsTraceListInput, 'name' | 'userId' | 'sessionId' | 'fromTimestamp' | 'toTimestamp' | 'tags'>;

export const tracesWhere = (
  world: World,
  projectId: string,
  { name, userId, sessionId, fromTimestamp, toTimestamp, tags = [] }: Filters,
): TimedTrace[] => {
  const from = fromTimestamp === undefined ? -Infinity : momentOf('fromTimestamp', fromTimestamp);
  const to = toTimestamp === undefined ? Infinity : momentOf('toTimestamp', toTimestamp);
  const timed = [...tracesOf(world, projectId).values()].map((trace) => ({ trace, at: Date.parse(trace.timestamp) }));
  return timed.filter(
    ({ trace, at }) =>
      at >= from &&
      at < to &&
      trace.name === (name ?? trace.name) &&
      trace.userId === (userId ?? trace.userId) &&
      trace.sessionId === (sessionId ?? trace.sessionId) &&
      tags.every((tag) => trace.tags.includes(tag)),
  );
};

const ORDERED = ['id', 'timestamp', 'name', 'userId', 'release', 'version', 'public', 'sessionId'] as const;

export interface TraceOrder {
  readonly field: (typeof ORDERED)[number];
  readonly isDescending: boolean;
}

/** Parses a sort order such as `timestamp.desc`. Returns undefined if traces cannot be sorted by the field. */
export const orderOf = (orderBy: string): TraceOrder | undefined => {
  const [name, direction] = orderBy.split('.');
  const field = ORDERED.find((known) => known === name);
  return field && { field, isDescending: direction !== 'asc' };
};

export const ordered = (traces: readonly TimedTrace[], { field, isDescending }: TraceOrder): TraceRecord[] => {
  const sign = isDescending ? -1 : 1;
  // Timestamps may have different zones, so they are compared as numbers.
  const keyOf = ({ trace, at }: TimedTrace): string | number => (field === 'timestamp' ? at : String(trace[field] ?? ''));
  const keyed = traces.map((timed) => ({ trace: timed.trace, key: keyOf(timed) }));
  const sorted = keyed.toSorted((one, other) => (one.key < other.key ? -sign : one.key > other.key ? sign : 0));
  return sorted.map(({ trace }) => trace);
};
