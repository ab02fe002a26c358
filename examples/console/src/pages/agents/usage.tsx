import { createAgentPassesClient, type AgentMetrics } from '@platform-sdk/agent-passes';
import { useClient } from '@platform-sdk/react';
import { useCallback, useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { Facts } from '../../components/facts.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { useLatestOf } from '../../hooks/use-latest-of.ts';

interface Props {
  readonly agent_user_id: string;
  readonly start_date: string;
  readonly by: 'day' | 'week';
}

const percent = (value: number): string => `${value.toFixed(1)} %`;
const count = (value: number): string => String(Math.round(value));

/** Shows requests and errors over time. The client updates them every 30 seconds. */
export const Usage = ({ agent_user_id, start_date, by }: Props) => {
  const { activity } = useClient(createAgentPassesClient);
  const open = useCallback(
    (signal: AbortSignal, onFailure: (error: unknown) => void) =>
      activity.watchMetrics({ agent_user_id, start_date, group_by: by }, { signal, onFailure }),
    [activity, agent_user_id, start_date, by],
  );
  const { value, error } = useLatestOf<AgentMetrics>(open);
  return (
    <Section title="Requests">
      <Failure error={error} />
      {value ? <Metrics metrics={value} by={by} /> : !error && <Loading />}
    </Section>
  );
};

interface MetricsProps {
  readonly metrics: AgentMetrics;
  readonly by: 'day' | 'week';
}

const Metrics = ({ metrics, by }: MetricsProps) => {
  const { total_requests, error_count, avg_latency_ms, p95_latency_ms, groups } = metrics;
  const { times, requests, errors } = useMemo(() => {
    const all = groups ?? [];
    return {
      times: all.map(({ period }) => period),
      requests: [{ label: 'Requests', values: all.map((group) => group.total_requests), kind: 'bars' as const }],
      errors: [{ label: 'Error rate', values: all.map((group) => (100 * group.error_count) / Math.max(1, group.total_requests)) }],
    };
  }, [groups]);
  return (
    <>
      <Facts
        facts={{
          Requests: total_requests,
          'Error rate': percent((100 * error_count) / Math.max(1, total_requests)),
          'Mean latency': `${Math.round(avg_latency_ms)} ms`,
          p95: `${p95_latency_ms} ms`,
        }}
      />
      {times.length > 0 ? (
        <div className="charts">
          <Chart title={`Requests of a ${by}`} times={times} series={requests} format={count} />
          <Chart title={`Error rate of a ${by}`} times={times} series={errors} format={percent} />
        </div>
      ) : (
        <p className="quiet">There are no requests in this period.</p>
      )}
    </>
  );
};
