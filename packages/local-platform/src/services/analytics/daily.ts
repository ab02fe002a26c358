import type { DailyMetrics, ModelUsage } from '@platform-sdk/analytics';
import type { ObservationRecord, TimedTrace } from './records.ts';

const DAY_MS = 86_400_000;

interface ModelTotals extends Omit<ModelUsage, 'model' | 'totalCost'> {
  costs: number;
  countTraces: number;
  countObservations: number;
  inputUsage: number;
  outputUsage: number;
  totalUsage: number;
  /** The last counted trace. The observations of a trace are consecutive. */
  lastTrace: string | null;
}

interface DayTotals {
  countTraces: number;
  countObservations: number;
  costs: number;
  readonly models: Map<string, ModelTotals>;
}

/** Returns the totals of every day with traces, the latest day first. */
export const dailyMetrics = (traces: readonly TimedTrace[]): DailyMetrics[] => {
  const days = new Map<number, DayTotals>();
  for (const { trace, at } of traces) {
    const number = Math.floor(at / DAY_MS);
    let day = days.get(number);
    if (!day) days.set(number, (day = { countTraces: 0, countObservations: 0, costs: 0, models: new Map() }));
    day.countTraces++;
    for (const observation of trace.observations) {
      day.countObservations++;
      day.costs += observation.calculatedTotalCost;
      if (observation.model != null) addUsage(day.models, observation.model, observation);
    }
  }
  return [...days]
    .toSorted(([one], [other]) => other - one)
    .map(([number, { countTraces, countObservations, costs, models }]) => ({
      date: new Date(number * DAY_MS).toISOString().slice(0, 10),
      countTraces,
      countObservations,
      totalCost: inNanos(costs),
      usage: [...models].map(([model, { costs: ofModel, lastTrace: _, ...counts }]) => ({ model, ...counts, totalCost: inNanos(ofModel) })),
    }));
};

const NOTHING: ModelTotals = {
  inputUsage: 0,
  outputUsage: 0,
  totalUsage: 0,
  countTraces: 0,
  countObservations: 0,
  costs: 0,
  lastTrace: '',
};

const addUsage = (models: Map<string, ModelTotals>, model: string, { traceId, usage, calculatedTotalCost }: ObservationRecord): void => {
  let totals = models.get(model);
  if (!totals) models.set(model, (totals = { ...NOTHING }));
  totals.inputUsage += usage.input;
  totals.outputUsage += usage.output;
  totals.totalUsage += usage.total;
  totals.countObservations++;
  totals.costs += calculatedTotalCost;
  if (totals.lastTrace !== traceId) totals.countTraces++;
  totals.lastTrace = traceId;
};

/** Adds amounts, and rounds the sum to nano-dollars, so that 0.1 + 0.2 is exactly 0.3. */
export const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  inNanos(items.reduce((total, item) => total + valueOf(item), 0));

const inNanos = (amount: number): number => Math.round(amount * 1e9) / 1e9;
