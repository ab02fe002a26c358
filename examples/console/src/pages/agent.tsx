import { Link, useParams } from 'wouter';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { Choice } from '../components/field.tsx';
import { Activity } from './agents/activity.tsx';
import { Latency } from './agents/latency.tsx';
import { Usage } from './agents/usage.tsx';

const DAY_MS = 86_400_000;
const PERIODS = {
  '30 days': { days: 30, by: 'day' },
  '90 days': { days: 90, by: 'week' },
  'A year': { days: 365, by: 'week' },
} as const;

type Period = keyof typeof PERIODS;

/** Returns the start of a period as midnight in UTC, so that the query key does not change during a day. */
const startOf = (days: number): string => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

/** Shows an agent's live metrics, latencies and activity log. */
export const Agent = () => {
  const { agent = '' } = useParams();
  const agent_user_id = decodeURIComponent(agent);
  const [period, setPeriod] = useState<Period>('90 days');
  const { days, by } = PERIODS[period];
  const start_date = startOf(days);
  return (
    <Page title={agent_user_id} above={<Link href="/agents">Agents</Link>}>
      <Choice label="Period" value={period} onChange={({ target }) => setPeriod(target.value as Period)}>
        {Object.keys(PERIODS).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Usage agent_user_id={agent_user_id} start_date={start_date} by={by} />
      <Latency agent_user_id={agent_user_id} start_date={start_date} by={by} />
      <Activity agent_user_id={agent_user_id} />
    </Page>
  );
};
