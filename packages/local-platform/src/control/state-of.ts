import type { Problem } from '@platform-sdk/core/contract';
import type { World } from '../world/state.ts';
import type { ResourceSummary, StateRecord } from './documents.ts';
import { plainOf, resources, titleOf, type Resource } from './resources.ts';

export const resourceNamed = (name: string): Resource | undefined => resources.find((resource) => resource.name === name);

export const resourceCounts = (world: World): ResourceSummary[] => resources.map(({ name, count }) => ({ name, count: count(world) }));

const recordOf = (resource: Resource, id: string, item: object): StateRecord => {
  const record = plainOf(item) as Readonly<Record<string, unknown>>;
  return { id, title: titleOf(resource, record, id), record, text: JSON.stringify(record) };
};

/** Returns one page of records, newest first. */
export const recordsOf = (
  world: World,
  resource: Resource,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): StateRecord[] => {
  const end = resource.count(world) - offset;
  const records: StateRecord[] = [];
  let place = 0;
  for (const [id, item] of resource.entries(world)) {
    if (place >= end) break;
    if (place++ >= end - limit) records.push(recordOf(resource, id, item));
  }
  return records.toReversed();
};

/** Changes fields of a record and returns the record. Returns problems for invalid changes, and undefined for a missing record. */
export const editRecord = (
  world: World,
  resource: Resource,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): StateRecord | readonly Problem[] | undefined => {
  const item = resource.get(world, id);
  if (!item) return undefined;
  const problems = Object.entries(fields).flatMap(([field, value]) => problemOf(resource, item as Record<string, unknown>, field, value));
  if (problems.length > 0) return problems;
  Object.assign(item, structuredClone(fields));
  return recordOf(resource, id, item);
};

/**
 * Returns a problem if the field is not editable, or if the value is not allowed or of another type. Only `null` and strings may replace
 * each other.
 */
const problemOf = ({ editable = [], values = {} }: Resource, item: Record<string, unknown>, field: string, value: unknown): Problem[] => {
  if (!editable.includes(field)) return [{ field, message: 'cannot be changed here' }];
  const allowed = values[field];
  if (allowed) return allowed.includes(value) ? [] : [{ field, message: `must be one of ${allowed.join(', ')}` }];
  const [before, after] = [kindOf(item[field]), kindOf(value)];
  const fits = before === after || (before === 'null' && after === 'string') || (before === 'string' && after === 'null');
  return fits ? [] : [{ field, message: `must be a ${before}, not a ${after}` }];
};

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
};
