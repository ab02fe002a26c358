import type { Observation, Trace as TraceData } from '@platform-sdk/analytics';
import { query } from '@platform-sdk/query';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Facts } from '../components/facts.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { useAnalytics } from '../hooks/use-analytics.ts';
import { dollars, tokens } from './traces/formats.ts';
import { treeOf, type Step } from './traces/tree.ts';

/** Shows a trace as a tree of its steps. */
export const Trace = () => {
  const { organizationId = '', projectId = '', traceId = '' } = useParams();
  const { traces } = useAnalytics(organizationId, projectId);
  const trace = useQuery(query(traces.get, { traceId }));
  const above = (
    <>
      <Link href="/traces">Projects</Link>
      <Link href={`/traces/${organizationId}/${projectId}`}>Traces</Link>
    </>
  );
  return (
    <Page title={trace.data?.name ?? 'Trace'} above={above}>
      <Loaded query={trace}>{(data) => <Details trace={data} />}</Loaded>
    </Page>
  );
};

const Details = ({ trace }: { readonly trace: TraceData }) => {
  const { timestamp, userId, sessionId, totalCost, latency, input, output, observations = [], scores = [] } = trace;
  return (
    <>
      <Facts
        facts={{
          Time: timestamp ? new Date(timestamp).toLocaleString() : 'unknown',
          User: userId ?? 'unknown',
          Session: sessionId ?? 'none',
          Cost: dollars(totalCost ?? 0),
          Latency: `${(latency ?? 0).toFixed(2)} s`,
        }}
      />
      <Section title="Steps">
        <ul className="tree">
          {treeOf(observations).map((step) => (
            <Branch key={step.observation.id} step={step} />
          ))}
        </ul>
      </Section>
      <Section title="Input and output">
        <Json label="Input" value={input} />
        <Json label="Output" value={output} />
      </Section>
      {scores.length > 0 && (
        <Section title="Scores">
          <Facts facts={Object.fromEntries(scores.map(({ id, name, value, stringValue }) => [name ?? id, stringValue ?? value ?? '']))} />
        </Section>
      )}
    </>
  );
};

const describe = ({ model, usageDetails, latency, calculatedTotalCost, costDetails }: Observation): string =>
  [
    model,
    latency && `${latency.toFixed(2)} s`,
    usageDetails && `${tokens(usageDetails['total'] ?? 0)} tokens`,
    dollars(calculatedTotalCost ?? costDetails?.['total'] ?? 0),
  ]
    .filter(Boolean)
    .join(' · ');

const Branch = ({ step: { observation, steps } }: { readonly step: Step }) => (
  <li>
    <strong>{observation.name ?? observation.type ?? observation.id}</strong>{' '}
    {observation.level === 'ERROR' && <span className="tag bad">failed</span>}
    <span className="quiet">{describe(observation)}</span>
    {steps.length > 0 && (
      <ul>
        {steps.map((each) => (
          <Branch key={each.observation.id} step={each} />
        ))}
      </ul>
    )}
  </li>
);

const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <div>
    <h3>{label}</h3>
    <pre tabIndex={0} aria-label={label} role="region">
      {value === null || value === undefined ? 'nothing' : JSON.stringify(value, null, 2)}
    </pre>
  </div>
);
