import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { pathKey } from '@platform-sdk/query';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { useClient } from '../../hooks/use-client.ts';
import { percentilesByDay, type DayOfLatencies } from './percentiles.ts';

interface Props {
  readonly agent_user_id: string;
  readonly start_date: string;
}

/** The most requests that are read for the percentiles. */
const LIMIT = 2000;

const milliseconds = (value: number): string => `${Math.round(value)} ms`;

/** Latencies over time, computed from the log of the agent. */
export const Latency = ({ agent_user_id, start_date }: Props) => {
  const { activity } = useClient(createAgentPassesClient);
  const input = { agent_user_id, start_date, per_page: 100 };
  const days = useQuery({
    queryKey: [...pathKey(activity.list, input), 'percentiles', start_date],
    queryFn: async ({ signal }) => percentilesByDay(await activity.list(input, { signal }).toArray({ limit: LIMIT })),
  });
  return (
    <Section title="Latency">
      <Loaded query={days}>{(all) => (all.length > 0 ? <Percentiles days={all} /> : <p className="quiet">There is nothing to plot.</p>)}</Loaded>
    </Section>
  );
};

const Percentiles = ({ days }: { readonly days: readonly DayOfLatencies[] }) => {
  const { times, series } = useMemo(
    () => ({
      times: days.map(({ day }) => day),
      series: (['p50', 'p95', 'p99'] as const).map((label) => ({ label, values: days.map((each) => each[label]) })),
    }),
    [days],
  );
  return <Chart title="Latency: p50, p95 and p99 a day" times={times} series={series} format={milliseconds} />;
};
