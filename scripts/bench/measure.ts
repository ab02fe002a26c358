/** One way of doing a thing, of which several are compared. */
export type Ways = Readonly<Record<string, () => Promise<number>>>;

/** What every way cost in every round. */
export type Costs = Readonly<Record<string, readonly number[]>>;

/** Runs the ways in turns, so that what disturbs one disturbs all; each round starts with another way. */
export async function inTurns(ways: Ways, rounds: number, warmUps: number): Promise<Costs> {
  const names = Object.keys(ways);
  const costs: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    const first = (round + warmUps) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const cost = (await ways[name]?.()) ?? Number.NaN;
      if (round >= 0) costs[name]?.push(cost);
    }
  }
  return costs;
}

/** The median of the rounds' own ratios. */
export function ratio(costs: Costs, name: string, over: string): number {
  return median((costs[name] ?? []).map((cost, round) => cost / (costs[over]?.[round] ?? Number.NaN)));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Prints `name  ratio  (aim)`. */
export function print(name: string, value: number, note: string): void {
  console.log(`${name.padEnd(66)} ${value.toFixed(2).padStart(6)}  (${note})`);
}
