import type { DailyMetrics, ModelUsage } from '@platform-sdk/analytics';
import type { TraceRecord } from './records.ts';

/** The numbers of every day that has traces, the latest day first. */
export const dailyMetrics = (traces: readonly TraceRecord[]): DailyMetrics[] =>
  [...grouped(traces, ({ timestamp }) => new Date(timestamp).toISOString().slice(0, 10))]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([date, ofDay]) => {
      const observations = ofDay.flatMap((trace) => trace.observations);
      return {
        date,
        countTraces: ofDay.length,
        countObservations: observations.length,
        totalCost: sum(observations, ({ calculatedTotalCost }) => calculatedTotalCost),
        usage: usageOf(ofDay),
      };
    });

const usageOf = (traces: readonly TraceRecord[]): ModelUsage[] => {
  const observations = traces.flatMap((trace) => trace.observations.filter(({ model }) => model != null));
  return [...grouped(observations, ({ model }) => String(model))].map(([model, ofModel]) => ({
    model,
    inputUsage: sum(ofModel, ({ usage }) => usage.input),
    outputUsage: sum(ofModel, ({ usage }) => usage.output),
    totalUsage: sum(ofModel, ({ usage }) => usage.total),
    countTraces: new Set(ofModel.map(({ traceId }) => traceId)).size,
    countObservations: ofModel.length,
    totalCost: sum(ofModel, ({ calculatedTotalCost }) => calculatedTotalCost),
  }));
};

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

/** Costs are added up in whole nano-dollars, so that 0.1 + 0.2 is 0.3. */
export const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  Math.round(items.reduce((total, item) => total + valueOf(item), 0) * 1e9) / 1e9;
