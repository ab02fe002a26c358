/** No count of writes is larger, even if it began with the time in milliseconds. A larger one was forged. */
const MAX_GENERATION = 1e15;

/** Returns the generation of a store's content: 0 for an empty store, and for an invalid record. */
export const generationOf = (value: unknown): number => {
  const { generation } = Object(value) as { readonly generation?: unknown };
  return Number.isSafeInteger(generation) && (generation as number) > 0 && (generation as number) < MAX_GENERATION
    ? (generation as number)
    : 0;
};
