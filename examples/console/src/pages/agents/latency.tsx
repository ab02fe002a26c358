import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { pathKey } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { percentiles, type Latencies } from './percentiles.ts';

interface Props {
  readonly agent_user_id: string;
  readonly start_date: string;
  readonly by: 'day' | 'week';
}

/** The maximum number of requests from which the percentiles are computed. */
const LIMIT = 2000;

const milliseconds = (value: number): string => `${Math.round(value)} ms`;

/** Shows latencies over time, computed from the agent's activity log. */
export const Latency = ({ agent_user_id, start_date, by }: Props) => {
  const { activity } = useClient(createAgentPassesClient);
  const input = { agent_user_id, start_date, per_page: 100 };
  const groups = useQuery({
    queryKey: [...pathKey(activity.list, input), 'percentiles', by, start_date],
    queryFn: async ({ signal }) => percentiles(await activity.list(input, { signal }).toArray({ limit: LIMIT }), by),
  });
  return (
    <Section title="Latency">
      <Loaded query={groups}>
        {(all) => (all.length > 0 ? <Percentiles groups={all} by={by} /> : <p className="quiet">There is nothing to plot.</p>)}
      </Loaded>
    </Section>
  );
};

interface PercentilesProps {
  readonly groups: readonly Latencies[];
  readonly by: 'day' | 'week';
}

const Percentiles = ({ groups, by }: PercentilesProps) => {
  const { times, series } = useMemo(
    () => ({
      times: groups.map(({ from }) => from),
      series: (['p50', 'p95', 'p99'] as const).map((label) => ({
        label,
        values: groups.map((each) => each[label]),
        // With few requests, p99 equals p95. A dashed line keeps p95 visible.
        isDashed: label === 'p99',
      })),
    }),
    [groups],
  );
  return <Chart title={`Latency: p50, p95 and p99 of a ${by}`} times={times} series={series} format={milliseconds} />;
};
