import type { AnalyticsPageMeta, Trace, TraceFields, TraceSummary } from '@platform-sdk/analytics';
import type * as contract from '@platform-sdk/analytics/contract';
import type { Rules } from '../../routing/service.ts';
import { failure, withKeyPair } from './access.ts';
import { dailyMetrics, sum } from './daily.ts';
import { ordered, orderOf, tracesWhere } from './filters.ts';
import { tracesOf, type TraceRecord } from './records.ts';

const PAGE = 50;

const pageOf = <Item>(items: readonly Item[], page: number, limit: number): { data: Item[]; meta: AnalyticsPageMeta } => ({
  data: items.slice((page - 1) * limit, page * limit),
  meta: { page, limit, totalItems: items.length, totalPages: Math.ceil(items.length / limit) },
});

const seconds = ({ timestamp, observations }: TraceRecord): number => {
  const end = observations.reduce((latest, { endTime }) => Math.max(latest, Date.parse(endTime)), -Infinity);
  return end === -Infinity ? 0 : (end - Date.parse(timestamp)) / 1000;
};

const fieldsOf = (projectId: string, trace: TraceRecord): TraceFields => {
  const { observations, scores: _, ...fields } = trace;
  return {
    ...fields,
    htmlPath: `/project/${projectId}/traces/${trace.id}`,
    latency: seconds(trace),
    totalCost: sum(observations, ({ calculatedTotalCost }) => calculatedTotalCost),
  };
};

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

export const rules: Rules<typeof contract> = {
  metrics: {
    daily: withKeyPair((query, world, projectId) => pageOf(dailyMetrics(tracesWhere(world, projectId, query)), 1, PAGE)),
  },
  traces: {
    list: withKeyPair(({ page = 1, limit = PAGE, orderBy = 'timestamp.desc', ...filters }, world, projectId) => {
      const order = orderOf(orderBy);
      if (!order) return failure(400, 'InvalidRequestError', `Traces cannot be ordered by ${orderBy}`);
      const { data, meta } = pageOf(ordered(tracesWhere(world, projectId, filters), order), page, limit);
      return {
        meta,
        data: data.map((trace): TraceSummary => {
          const { observations, scores } = trace;
          return { ...fieldsOf(projectId, trace), observations: idsOf(observations), scores: idsOf(scores) };
        }),
      };
    }),
    get: withKeyPair(({ traceId }, world, projectId) => {
      const trace = tracesOf(world, projectId).get(traceId);
      if (!trace) return failure(404, 'LangfuseNotFoundError', `Trace ${traceId} not found within authorized project`);
      return { ...fieldsOf(projectId, trace), observations: [...trace.observations], scores: [...trace.scores] } satisfies Trace;
    }),
  },
};
