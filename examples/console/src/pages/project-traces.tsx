import { infiniteQuery } from '@platform-sdk/query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Listing } from '../components/listing.tsx';
import { Page, Section } from '../components/page.tsx';
import { useAnalytics } from '../hooks/use-analytics.ts';
import { DailyUsage } from './traces/daily-usage.tsx';
import { dollars } from './traces/formats.ts';

/** Shows a project's daily cost, daily tokens and traces. */
export const ProjectTraces = () => {
  const { organizationId = '', projectId = '' } = useParams();
  return (
    <Page title="Traces" above={<Link href="/traces">Projects</Link>}>
      <DailyUsage organizationId={organizationId} projectId={projectId} />
      <TraceList organizationId={organizationId} projectId={projectId} />
    </Page>
  );
};

interface Props {
  readonly organizationId: string;
  readonly projectId: string;
}

const TraceList = ({ organizationId, projectId }: Props) => {
  const { traces } = useAnalytics(organizationId, projectId);
  const list = useInfiniteQuery(infiniteQuery(traces.list, { orderBy: 'timestamp.desc', limit: 25 }));
  return (
    <Section title="Latest traces">
      <Listing label="Traces" query={list} empty="There are no traces.">
        {({ id, name, timestamp, userId, tags = [], totalCost, latency }) => (
          <li key={id}>
            <span>
              <Link href={`/traces/${organizationId}/${projectId}/${id}`}>{name ?? id}</Link>{' '}
              {tags.map((tag) => (
                <span key={tag} className={tag === 'failed' ? 'tag bad' : 'tag'}>
                  {tag}
                </span>
              ))}
              <span className="quiet">
                {timestamp && new Date(timestamp).toLocaleString()} {userId}
              </span>
            </span>
            <span>
              {dollars(totalCost ?? 0)} · {(latency ?? 0).toFixed(2)} s
            </span>
          </li>
        )}
      </Listing>
    </Section>
  );
};
