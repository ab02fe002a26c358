import type { Observation } from '@platform-sdk/analytics';

/** A step of a trace, with its child steps. */
export interface Step {
  readonly observation: Observation;
  readonly steps: readonly Step[];
}

/** Arranges the steps of a trace as a tree. Siblings are sorted by time. A step whose parent is missing is at the top. */
export const treeOf = (observations: readonly Observation[]): readonly Step[] => {
  const known = new Set(observations.map(({ id }) => id));
  const ordered = observations.toSorted((one, other) => ((one.startTime ?? '') < (other.startTime ?? '') ? -1 : 1));
  const byParent = Map.groupBy(ordered, ({ id, parentObservationId }) =>
    parentObservationId && parentObservationId !== id && known.has(parentObservationId) ? parentObservationId : undefined,
  );
  const below = (parent: string | undefined): readonly Step[] =>
    (byParent.get(parent) ?? []).map((observation) => ({ observation, steps: below(observation.id) }));
  return below(undefined);
};
