import type { AnalyticsTraceListInput } from '@platform-sdk/analytics';
import { momentOf } from '../requests/moments.ts';
import type { World } from '../world/state.ts';
import { tracesOf, type TraceRecord } from './records.ts';

type Filters = Pick<AnalyticsTraceListInput, 'name' | 'userId' | 'sessionId' | 'fromTimestamp' | 'toTimestamp' | 'tags'>;

/** Returns the traces that match every filter. */
export const tracesWhere = (
  world: World,
  projectId: string,
  { name, userId, sessionId, fromTimestamp, toTimestamp, tags = [] }: Filters,
): TraceRecord[] => {
  const from = fromTimestamp === undefined ? -Infinity : momentOf('fromTimestamp', fromTimestamp);
  const to = toTimestamp === undefined ? Infinity : momentOf('toTimestamp', toTimestamp);
  return [...tracesOf(world, projectId).values()].filter((trace) => {
    const at = Date.parse(trace.timestamp);
    return (
      trace.name === (name ?? trace.name) &&
      trace.userId === (userId ?? trace.userId) &&
      trace.sessionId === (sessionId ?? trace.sessionId) &&
      at >= from &&
      at < to &&
      tags.every((tag) => trace.tags.includes(tag))
    );
  });
};

const ORDERED = ['id', 'timestamp', 'name', 'userId', 'release', 'version', 'public', 'sessionId'] as const;

/** A field to order traces by, and the direction. */
export interface TraceOrder {
  readonly field: (typeof ORDERED)[number];
  readonly isDescending: boolean;
}

/** Parses an order such as `timestamp.desc`. Returns undefined for a field that cannot order traces. */
export const orderOf = (orderBy: string): TraceOrder | undefined => {
  const [name, direction] = orderBy.split('.');
  const field = ORDERED.find((known) => known === name);
  return field && { field, isDescending: direction !== 'asc' };
};

/** Orders traces by one field. */
export const ordered = (traces: readonly TraceRecord[], { field, isDescending }: TraceOrder): TraceRecord[] => {
  const sign = isDescending ? -1 : 1;
  // An ISO timestamp may have any zone.
  const keyOf = (trace: TraceRecord): string | number => (field === 'timestamp' ? Date.parse(trace.timestamp) : String(trace[field] ?? ''));
  return traces
    .map((trace) => ({ trace, key: keyOf(trace) }))
    .toSorted((one, other) => (one.key < other.key ? -sign : one.key > other.key ? sign : 0))
    .map(({ trace }) => trace);
};
