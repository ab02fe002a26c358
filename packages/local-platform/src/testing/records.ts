import { plainOf, resources, titleOf, type Resource } from '../control/resources.ts';
import type { World } from '../world/state.ts';

/** A record of the local platform, without the values that differ in each run. */
export interface SweepRecord {
  /** The kind, such as `transactions`. */
  readonly kind: string;
  /** The kind and the id. */
  readonly key: string;
  readonly title: string;
  /** The record as JSON. Ids, times and secrets are replaced with `#`. */
  readonly text: string;
}

/** Kinds of records that are ignored. Even a repeated sign-in or read adds such records. */
const FOLLOWING = new Set(['access-tokens', 'refresh-tokens', 'password-resets', 'agent-activity']);
const KINDS = resources.filter(({ name }) => !FOLLOWING.has(name));

/** Matches times in ISO 8601 or in milliseconds, ids and secrets. */
const VOLATILE = /\d{4}-\d\d-\d\dT[\d:.]+Z?|\d{10,}(?:\.\d+)?(?![\da-f-])|[\da-f]{8,}(?:-[\da-f]{4,})*/gi;

/** Matches the names of fields with ids or parts of secrets. */
const VOLATILE_FIELD = /(?:^id|Id|_id|[kK]ey|prefix|[hH]ash|[tT]oken|[cC]ode)$/;

export const withoutVolatile = (text: string): string => text.replaceAll(VOLATILE, '#');

const recordOf = (resource: Resource, id: string, item: object): SweepRecord => {
  const plain = plainOf(item) as Readonly<Record<string, unknown>>;
  return {
    kind: resource.name,
    key: `${resource.name} ${id}`,
    title: titleOf(resource, plain, id),
    text: withoutVolatile(
      JSON.stringify(plain, (name, value: unknown) => (VOLATILE_FIELD.test(name) && typeof value !== 'object' ? '#' : value)),
    ),
  };
};

/** Lists the records of all kinds, except records whose keys are in `known`. */
export const recordsIn = (world: World, known?: ReadonlySet<string>): SweepRecord[] =>
  KINDS.flatMap((resource) =>
    [...resource.entries(world)].flatMap(([id, item]) => (known?.has(`${resource.name} ${id}`) ? [] : [recordOf(resource, id, item)])),
  );

/** Groups records that differ only in volatile values. */
export const groupsOf = (records: readonly SweepRecord[]): Map<string, SweepRecord[]> => {
  const groups = new Map<string, SweepRecord[]>();
  for (const record of records) {
    const name = `${record.kind} ${record.text}`;
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return groups;
};

/** The maximum number of equal records that existed at the same time during a run. */
export type Peaks = ReadonlyMap<string, number>;

/** Counts the new records of a run while it runs. */
export const createPeaks = (world: World, known: ReadonlySet<string>) => {
  const peaks = new Map<string, number>();
  return {
    peaks: peaks as Peaks,
    look(): void {
      for (const [name, { length }] of groupsOf(recordsIn(world, known))) peaks.set(name, Math.max(length, peaks.get(name) ?? 0));
    },
  };
};
