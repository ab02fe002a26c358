import type { TraceQuery } from '@platform-sdk/analytics';
import { momentOf } from '../times.ts';
import type { World } from '../world.ts';
import { tracesOf, type TraceRecord } from './records.ts';

type Filters = Pick<TraceQuery, 'name' | 'userId' | 'sessionId' | 'fromTimestamp' | 'toTimestamp' | 'tags'>;

/** The traces that every filter lets pass. */
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

/** Traces by one field, or undefined when it is not one to order by. */
export const ordered = (traces: readonly TraceRecord[], orderBy: string): TraceRecord[] | undefined => {
  const [name, direction] = orderBy.split('.');
  const field = ORDERED.find((known) => known === name);
  if (!field) return undefined;
  const sign = direction === 'asc' ? 1 : -1;
  // An ISO timestamp may have any zone.
  const keyOf = (trace: TraceRecord): string | number => (field === 'timestamp' ? Date.parse(trace.timestamp) : String(trace[field] ?? ''));
  return traces.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -sign : keyOf(one) > keyOf(other) ? sign : 0));
};
