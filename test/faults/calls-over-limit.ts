/** Requests over the limit of any window of a minute, from times in milliseconds. */
export const overIn = (counted: readonly number[], limit: number): number => {
  const sorted = [...counted].sort((one, other) => one - other);
  let first = 0;
  return sorted.filter((time, last) => {
    while (time - (sorted[first] as number) >= 60_000) first++;
    return last - first + 1 > limit;
  }).length;
};
