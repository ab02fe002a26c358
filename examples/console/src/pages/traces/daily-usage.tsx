import type { DailyMetrics } from '@platform-sdk/analytics';
import { pathKey } from '@platform-sdk/query';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Chart } from '../../components/chart.tsx';
import { Choice } from '../../components/field.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { useAnalytics } from '../../hooks/use-analytics.ts';
import { daysBetween } from './days-between.ts';
import { dollars, tokens, totalDollars } from './formats.ts';

const DAY_MS = 86_400_000;
const PERIODS: Readonly<Record<string, number>> = { '30 days': 30, '90 days': 90, 'A year': 365 };

interface Props {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Shows cost and tokens per day. */
export const DailyUsage = ({ organizationId, projectId }: Props) => {
  const { metrics } = useAnalytics(organizationId, projectId);
  const [period, setPeriod] = useState('90 days');
  // The end of today, so that the query key does not change during a day.
  const to = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  const from = to - (PERIODS[period] ?? 90) * DAY_MS;
  const daily = useQuery({
    queryKey: [...pathKey(metrics.daily, {}), from, to],
    queryFn: ({ signal }) => daysBetween((input) => metrics.daily(input, { signal }), from, to),
  });
  return (
    <Section title="Usage">
      <Choice label="Period" value={period} onChange={({ target }) => setPeriod(target.value)}>
        {Object.keys(PERIODS).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Loaded query={daily}>{(days) => <Days days={days} />}</Loaded>
    </Section>
  );
};

/** Returns the sum of a number over all models of a day. */
const sumOf = ({ usage = [] }: DailyMetrics, name: 'inputUsage' | 'outputUsage'): number =>
  usage.reduce((sum, each) => sum + (each[name] ?? 0), 0);

const Days = ({ days }: { readonly days: readonly DailyMetrics[] }) => {
  const { times, cost, usage, facts } = useMemo(() => {
    // The service sends the newest day first.
    const ordered = days.toSorted((one, other) => (one.date < other.date ? -1 : 1));
    const costs = ordered.map(({ totalCost = 0 }) => totalCost);
    const input = ordered.map((day) => sumOf(day, 'inputUsage'));
    const output = ordered.map((day) => sumOf(day, 'outputUsage'));
    const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    return {
      times: ordered.map(({ date }) => new Date(date).toISOString()),
      cost: [{ label: 'Cost', values: costs, kind: 'bars' as const }],
      usage: [
        { label: 'Input tokens', values: input },
        { label: 'Output tokens', values: output },
      ],
      facts: {
        Cost: totalDollars(total(costs)),
        'Input tokens': tokens(total(input)),
        'Output tokens': tokens(total(output)),
        Traces: total(ordered.map(({ countTraces = 0 }) => countTraces)),
      },
    };
  }, [days]);
  if (times.length === 0) return <p className="quiet">There is no usage in this period.</p>;
  return (
    <>
      <Facts facts={facts} />
      <div className="charts">
        <Chart title="Cost a day" times={times} series={cost} format={dollars} />
        <Chart title="Tokens a day" times={times} series={usage} format={tokens} />
      </div>
    </>
  );
};
